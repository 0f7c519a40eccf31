// Fills in an XForm with JavaRosa, the engine of ODK Collect, and prints every state as JSON.
// Scripts/import-judge compiles it against the jar and compares the states with those of formeval.
//
// java Judge FORM.xml EDITS SEED … prints for each seed a line about the form, and then one for
// each step: the edit and the state of all nodes after the edit. Step 0 is the form as it opens.
//
// After each edit all questions are shown, as if the user went through the form again. This makes
// the items of counted repeats, and clears choices that are not offered any more. If the count of
// a repeat falls, JavaRosa goes on asking the items beyond it, so that a mistyped count loses
// nothing. The judge takes these items away, and gives them their answers back when the count grows
// again: that is what formeval does. The line names such repeats as `removed`.
//
// If JavaRosa throws at an edit, the line has the error, and the seed goes on with the form as it
// opens, which is another session.

import java.io.File;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Date;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.javarosa.core.model.Constants;
import org.javarosa.core.model.CoreModelModule;
import org.javarosa.core.model.FormDef;
import org.javarosa.core.model.FormIndex;
import org.javarosa.core.model.GroupDef;
import org.javarosa.core.model.IFormElement;
import org.javarosa.core.model.QuestionDef;
import org.javarosa.core.model.RangeQuestion;
import org.javarosa.core.model.SelectChoice;
import org.javarosa.core.model.data.*;
import org.javarosa.core.model.data.helper.Selection;
import org.javarosa.core.model.instance.InstanceInitializationFactory;
import org.javarosa.core.model.instance.TreeElement;
import org.javarosa.core.model.instance.TreeReference;
import org.javarosa.core.reference.PrefixedRootFactory;
import org.javarosa.core.reference.Reference;
import org.javarosa.core.reference.ReferenceManager;
import org.javarosa.core.services.PropertyManager;
import org.javarosa.core.services.storage.StorageManager;
import org.javarosa.core.services.storage.util.DummyIndexedStorageUtility;
import org.javarosa.form.api.FormEntryController;
import org.javarosa.form.api.FormEntryModel;
import org.javarosa.form.api.FormEntryPrompt;
import org.javarosa.model.xform.XFormsModule;
import org.javarosa.xform.parse.XFormParser;
import org.javarosa.xform.util.XFormUtils;
import org.opendatakit.validate.StubSetGeopointActionHandler;

public final class Judge {
  static final int MOST_ITEMS = 5, MOST_COUNTED = 8, MOST_AT_START = 200, MOST_WALKS = 8,
      MOST_SESSIONS = 20, MOST_TRIES = 20;
  static final double ERASES = 0.12, CHANGES_ITEMS = 0.15, TAKES_FROM_FORM = 0.5;
  static final String[] WORDS = {"a", "b", "Ann", "x y", "12", "7.5", "été"};

  /** Edits that made JavaRosa throw: no later session of the seed makes one again. */
  static final Set<String> failing = new HashSet<>();

  final FormDef form;
  final FormEntryController controller;
  final long seed;
  final int session;
  final Random chance;
  final long now = System.currentTimeMillis();
  /** By the name of a node, the texts and numbers in expressions with this name. Answers are
   *  made of them, so that comparisons come out both ways. */
  final Map<String, List<String>> texts = new HashMap<>();
  final Map<String, List<Integer>> numbers = new HashMap<>();
  /** What the user can do, as the last walk through the form has found it. */
  final List<FormIndex> questions = new ArrayList<>(), items = new ArrayList<>(),
      places = new ArrayList<>();

  /** The counts of repeats, the questions that once made one too large, and the last of them. */
  final List<TreeReference> counted = new ArrayList<>();
  final Set<TreeReference> counting = new HashSet<>();
  FormIndex enlarged;
  /** How many items a count may ask for: as many as at the start, if these are more. */
  int mostCounted = MOST_AT_START;
  /** The edit that is being made, and the repeats whose items it leaves without a count. */
  String made;
  final Set<String> removed = new TreeSet<>();
  /** The questions of the body, and the answers of items that were taken away. */
  final Set<TreeReference> asked = new HashSet<>();
  final Map<TreeReference, IAnswerData> kept = new LinkedHashMap<>();

  Judge(Path file, long seed, int session) throws Exception {
    this.seed = seed;
    this.session = session;
    form = XFormUtils.getFormFromInputStream(Files.newInputStream(file));
    form.initialize(true, new InstanceInitializationFactory());
    controller = new FormEntryController(new FormEntryModel(form));
    chance = new Random((seed * MOST_SESSIONS + session) * 7919);
    findControls(form);
    findConstants(Files.readString(file).replace("&lt;", "<").replace("&gt;", ">"));
  }

  public static void main(String[] arguments) throws Exception {
    PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    // Loggers write to standard output.
    System.setOut(new PrintStream(OutputStream.nullOutputStream()));
    Path file = Path.of(arguments[0]).toAbsolutePath();
    prepare(file.getParent());
    for (int word = 2; word < arguments.length; word++) {
      int edits = Integer.parseInt(arguments[1]);
      failing.clear();
      for (int session = 0; session < MOST_SESSIONS && edits > 0; session++) {
        edits -= new Judge(file, Long.parseLong(arguments[word]), session).run(edits, out);
      }
      out.flush();
    }
  }

  /** Makes edits until there are enough of them or one fails, and returns their number. */
  int run(int edits, PrintStream out) {
    out.println("{\"seed\":" + seed + ",\"session\":" + session + ",\"now\":"
        + quoted(Instant.ofEpochMilli(now).toString()) + ",\"controls\":{" + controls() + "}}");
    for (int step = 0; step <= edits; step++) {
      made = "null";
      try {
        if (step > 0 && !edit()) return edits;
        boolean isTooLarge = step > 0 && largestCount() > mostCounted;
        removed.clear();
        if (!isTooLarge) settle();
        out.println("{\"step\":" + step + ",\"edit\":" + made + ",\"removed\":["
            + String.join(",", removed) + "],\"states\":" + (isTooLarge ? "null" : states()) + "}");
        if (step == 0) mostCounted = Math.max(MOST_COUNTED, (int) largestCount());
      } catch (RuntimeException error) {
        out.println("{\"step\":" + step + ",\"edit\":" + made + ",\"error\":"
            + quoted(String.valueOf(error.getMessage())) + "}");
        failing.add(made);
        return step == 0 ? edits : step;
      }
    }
    return edits;
  }

  static void prepare(Path folder) {
    StorageManager.setStorageFactory((name, type) -> new DummyIndexedStorageUtility<>());
    new XFormsModule().registerModule();
    new CoreModelModule().registerModule();
    PropertyManager.initDefaultPropertyManager();
    XFormParser.registerActionHandler(
        StubSetGeopointActionHandler.ELEMENT_NAME, new StubSetGeopointActionHandler());
    // Files such as jr://file-csv/wards.csv lie beside the form.
    ReferenceManager.instance().addReferenceFactory(
        new PrefixedRootFactory(new String[] {"file/", "file-csv/", "images/"}) {
          @Override
          protected Reference factory(String terminal, String address) {
            return new FileBesideForm(folder.resolve(new File(address).getName()), address);
          }
        });
  }

  record FileBesideForm(Path path, String getURI) implements Reference {
    public InputStream getStream() throws java.io.IOException { return Files.newInputStream(path); }
    public String getURI() { return getURI; }
    public String getLocalURI() { return path.toString(); }
    public boolean doesBinaryExist() { return Files.exists(path); }
    public OutputStream getOutputStream() { return OutputStream.nullOutputStream(); }
    public boolean isReadOnly() { return true; }
    public void remove() {}
    public Reference[] probeAlternativeReferences() { return new Reference[0]; }
  }

  // Walking through the form

  /** Shows all questions until that changes nothing more. */
  void settle() {
    String before;
    int walks = 0;
    do {
      before = states();
      List<FormIndex> extra = walk();
      Collections.reverse(extra);
      for (FormIndex index : extra) {
        removed.add(quoted(index.getReference().genericize().toString(false)));
        keep(form.getMainInstance().resolveReference(index.getReference()));
        controller.deleteRepeat(index);
      }
      if (extra.isEmpty()) giveBack();
      walks++;
    } while (walks < MOST_WALKS && !before.equals(states()));
  }

  void keep(TreeElement node) {
    if (asked.contains(node.getRef().genericize())) kept.put(node.getRef(), node.getValue());
    for (int place = 0; place < node.getNumChildren(); place++) keep(node.getChildAt(place));
  }

  /** The items behind a removed one move up, and so do the answers that are kept of them. */
  void moveKept(TreeReference item) {
    int level = item.size() - 1, position = item.getMultiplicity(level);
    Map<TreeReference, IAnswerData> before = new LinkedHashMap<>(kept);
    kept.clear();
    before.forEach((reference, value) -> {
      TreeReference moved = reference.clone();
      if (item.genericize().isParentOf(reference.genericize(), false)
          && item.getParentRef().isParentOf(reference, false)) {
        int own = reference.getMultiplicity(level);
        if (own == position) return;
        if (own > position) moved.setMultiplicity(level, own - 1);
      }
      kept.put(moved, value);
    });
  }

  void giveBack() {
    for (TreeReference reference : List.copyOf(kept.keySet())) {
      if (form.getMainInstance().resolveReference(reference) != null) {
        form.setValue(kept.remove(reference), reference, true);
      }
    }
  }

  /** Shows all questions, and returns the items that a repeat has beyond its count. */
  List<FormIndex> walk() {
    List<FormIndex> extra = new ArrayList<>();
    questions.clear();
    items.clear();
    places.clear();
    FormEntryModel model = controller.getModel();
    controller.jumpToIndex(FormIndex.createBeginningOfFormIndex());
    for (;;) {
      int event = controller.stepToNextEvent();
      FormIndex index = model.getFormIndex();
      if (event == FormEntryController.EVENT_END_OF_FORM) return extra;
      if (event == FormEntryController.EVENT_QUESTION) {
        FormEntryPrompt prompt = model.getQuestionPrompt();
        boolean offers = !isSelect(prompt.getControlType()) || choices(prompt) != null;
        if (offers && !prompt.isReadOnly()) questions.add(index);
      } else if (event == FormEntryController.EVENT_REPEAT) {
        if (isFree(index)) items.add(index);
        else if (isExtra(index)) extra.add(index);
        else if (index.getElementMultiplicity() > mostCounted) {
          throw new IllegalStateException("a repeat gets items without end");
        }
      } else if (event == FormEntryController.EVENT_PROMPT_NEW_REPEAT
          && isFree(index) && index.getElementMultiplicity() < MOST_ITEMS) {
        places.add(index);
      }
    }
  }

  boolean isExtra(FormIndex index) {
    GroupDef repeat = (GroupDef) form.getChild(index);
    if (repeat.getCountReference() == null) return false;
    TreeReference count = repeat.getConextualizedCountReference(index.getReference());
    return index.getElementMultiplicity() >= Math.floor(number(count));
  }

  boolean isFree(FormIndex index) {
    GroupDef repeat = (GroupDef) form.getChild(index);
    return repeat.getCountReference() == null && !repeat.noAddRemove;
  }

  static boolean isSelect(int control) {
    return control == Constants.CONTROL_SELECT_ONE || control == Constants.CONTROL_SELECT_MULTI
        || control == Constants.CONTROL_RANK;
  }

  // Edits

  /** Makes an edit; false if there is nothing to edit. */
  boolean edit() {
    if (enlarged != null) {
      set(enlarged, answer(enlarged));
      enlarged = null;
    } else if (!(items.isEmpty() && places.isEmpty())
        && (questions.isEmpty() || chance.nextDouble() < CHANGES_ITEMS)) {
      boolean adds = items.isEmpty() || !places.isEmpty() && chance.nextDouble() < 0.6;
      FormIndex index = picked(adds ? places : items);
      made = "{\"" + (adds ? "add" : "remove") + "\":" + quoted(path(index.getReference())) + "}";
      if (adds) controller.newRepeat(index);
      else {
        moveKept(index.getReference());
        controller.deleteRepeat(index);
      }
    } else if (questions.isEmpty()) {
      return false;
    } else {
      FormIndex index;
      IAnswerData value;
      int tries = 0;
      do {
        index = picked(questions);
        value = chance.nextDouble() < ERASES ? null : answer(index);
      } while (failing.contains(setting(index, value)) && ++tries < MOST_TRIES);
      set(index, value);
      if (largestCount() > mostCounted) {
        counting.add(index.getReference().genericize());
        enlarged = index;
      }
    }
    return true;
  }

  void set(FormIndex index, IAnswerData value) {
    made = setting(index, value);
    controller.saveAnswer(index, value, true);
  }

  String setting(FormIndex index, IAnswerData value) {
    return "{\"set\":" + quoted(path(index.getReference())) + ",\"value\":" + text(value) + "}";
  }

  /** How many items the largest count of a repeat asks for. */
  double largestCount() {
    double largest = 0;
    for (TreeReference count : counted) {
      for (TreeReference reference : form.getEvaluationContext().expandReference(count)) {
        largest = Math.max(largest, number(reference));
      }
    }
    return largest;
  }

  /** The number that a count holds; 0 if it holds none. */
  double number(TreeReference count) {
    IAnswerData value = form.getMainInstance().resolveReference(count).getValue();
    try {
      return value == null ? 0 : Double.parseDouble(value.uncast().getString());
    } catch (NumberFormatException error) {
      return 0;
    }
  }

  /** The choices; null if JavaRosa cannot tell them, as where a path leads to several nodes. */
  static List<SelectChoice> choices(FormEntryPrompt prompt) {
    try {
      return prompt.getSelectChoices();
    } catch (RuntimeException error) {
      return null;
    }
  }

  IAnswerData answer(FormIndex index) {
    FormEntryPrompt prompt = controller.getModel().getQuestionPrompt(index);
    if (isSelect(prompt.getControlType())) {
      return choice(prompt.getControlType(), choices(prompt));
    }
    boolean counts = counting.contains(index.getReference().genericize());
    String name = index.getReference().getNameLast();
    if (prompt.getQuestion() instanceof RangeQuestion range && range.getRangeStep() != null) {
      double start = range.getRangeStart().doubleValue(), step = range.getRangeStep().doubleValue();
      int steps = (int) ((range.getRangeEnd().doubleValue() - start) / step);
      double value = start + step * chance.nextInt(1 + Math.abs(steps)) * Math.signum(steps);
      return prompt.getDataType() == Constants.DATATYPE_INTEGER
          ? new IntegerData((int) value) : new DecimalData(Math.round(value * 1e6) / 1e6);
    }
    switch (prompt.getControlType()) {
      case Constants.CONTROL_TRIGGER: return new StringData("OK");
      case Constants.CONTROL_INPUT, Constants.CONTROL_TEXTAREA, Constants.CONTROL_SECRET,
          Constants.CONTROL_RANGE: break;
      default: return new StringData("file" + chance.nextInt(3) + ".jpg");
    }
    switch (prompt.getDataType()) {
      case Constants.DATATYPE_INTEGER: 
        return new IntegerData(counts ? chance.nextInt(4) : whole(name));
      case Constants.DATATYPE_LONG: return new LongData(whole(name));
      case Constants.DATATYPE_DECIMAL:
        return new DecimalData(whole(name) + chance.nextInt(4) / 4.0);
      case Constants.DATATYPE_DATE: return new DateData(day());
      case Constants.DATATYPE_DATE_TIME:
        return new DateTimeData(new Date(day().getTime() + 60_000L * chance.nextInt(1440)));
      case Constants.DATATYPE_TIME: return new TimeData(new Date(60_000L * chance.nextInt(1440)));
      case Constants.DATATYPE_BOOLEAN: return new BooleanData(chance.nextBoolean());
      case Constants.DATATYPE_GEOPOINT:
        return new GeoPointData(new double[] {chance.nextInt(90), chance.nextInt(90), 0, 0});
      case Constants.DATATYPE_GEOSHAPE, Constants.DATATYPE_GEOTRACE:
        return new StringData("1.0 2.0 0.0 0.0; 3.0 4.0 0.0 0.0; 1.0 2.0 0.0 0.0");
      default:
        if (counts) return new StringData("" + chance.nextInt(4));
        return new StringData(texts.containsKey(name) && chance.nextDouble() < TAKES_FROM_FORM
            ? picked(texts.get(name)) : WORDS[chance.nextInt(WORDS.length)]);
    }
  }

  IAnswerData choice(int control, List<SelectChoice> choices) {
    if (choices == null || choices.isEmpty()) return null;
    if (control == Constants.CONTROL_SELECT_ONE) {
      return new SelectOneData(picked(choices).selection());
    }
    List<Selection> chosen = new ArrayList<>();
    for (SelectChoice choice : choices) {
      if (control == Constants.CONTROL_RANK || chance.nextInt(choices.size() < 5 ? 2 : 4) == 0) {
        chosen.add(choice.selection());
      }
    }
    if (chosen.isEmpty()) chosen.add(picked(choices).selection());
    if (control == Constants.CONTROL_RANK) Collections.shuffle(chosen, chance);
    return control == Constants.CONTROL_RANK
        ? new MultipleItemsData(chosen) : new SelectMultiData(chosen);
  }

  int whole(String name) {
    if (numbers.containsKey(name) && chance.nextDouble() < TAKES_FROM_FORM) {
      return picked(numbers.get(name)) + (chance.nextBoolean() ? 0 : chance.nextInt(3) - 1);
    }
    return chance.nextInt(chance.nextBoolean() ? 10 : 120) - 1;
  }

  /** Midnight of a day: near, or anywhere in a life. */
  Date day() {
    long days = now / 86_400_000L - chance.nextInt(chance.nextBoolean() ? 90 : 30_000) + 20;
    return new Date(days * 86_400_000L);
  }

  <Element> Element picked(List<Element> elements) {
    return elements.get(chance.nextInt(elements.size()));
  }

  void findConstants(String file) {
    Matcher element = Pattern.compile("<\\w(?:[^<>\"']|\"[^\"]*\"|'[^']*')*>").matcher(file);
    while (element.find()) {
      TreeSet<String> names = new TreeSet<>();
      Matcher name = Pattern.compile("[A-Za-z_][\\w.-]*").matcher(element.group());
      while (name.find()) names.add(name.group());
      Matcher constant = Pattern.compile("'([^'<>\"]{1,40})'|[<>=+-]\\s*(\\d{1,6})(?![\\d.-])")
          .matcher(element.group());
      while (constant.find()) {
        for (String node : names) {
          if (constant.group(1) != null) {
            texts.computeIfAbsent(node, key -> new ArrayList<>()).add(constant.group(1));
          } else {
            numbers.computeIfAbsent(node, key -> new ArrayList<>())
                .add(Integer.parseInt(constant.group(2)));
          }
        }
      }
    }
  }

  void findControls(IFormElement around) {
    if (around.getChildren() == null) return;
    for (IFormElement element : around.getChildren()) {
      if (element instanceof GroupDef group && group.getCountReference() != null) {
        counted.add(group.getConextualizedCountReference(
            (TreeReference) group.getBind().getReference()).genericize());
      }
      if (element instanceof QuestionDef && element.getBind() != null) {
        asked.add(((TreeReference) element.getBind().getReference()).genericize());
      }
      findControls(element);
    }
  }

  // Printing

  /** The controls of the body by path: whether each is a group, a repeat or a question. */
  String controls() {
    List<String> lines = new ArrayList<>();
    addControls(form, lines);
    return String.join(",", lines);
  }

  void addControls(IFormElement around, List<String> lines) {
    if (around.getChildren() == null) return;
    for (IFormElement element : around.getChildren()) {
      String kind = "question";
      if (element instanceof GroupDef group) {
        kind = group.getRepeat() ? "repeat" : "group";
        addControls(group, lines);
      }
      if (element.getBind() != null) {
        TreeReference reference = (TreeReference) element.getBind().getReference();
        lines.add(quoted(reference.toString(false)) + ":" + quoted(kind));
      }
    }
  }

  /** Of each node: path, text or null, then the letters of what holds: g(roup), r(elevant),
   *  e(nabled), q (required), c(onstraint satisfied). */
  String states() {
    StringBuilder json = new StringBuilder("[");
    state(form.getMainInstance().getRoot(), json);
    return json.append(']').toString();
  }

  void state(TreeElement node, StringBuilder json) {
    if (node.getMult() == TreeReference.INDEX_TEMPLATE) return;
    TreeReference reference = node.getRef();
    IAnswerData value = node.getValue();
    json.append(json.length() > 1 ? ",\n[" : "[").append(quoted(path(reference))).append(',')
        .append(text(value)).append(",\"").append(node.getNumChildren() > 0 ? "g" : "")
        .append(node.isRelevant() ? "r" : "").append(node.isEnabled() ? "e" : "")
        .append(node.isRequired() ? "q" : "")
        .append(node.getConstraint() == null || form.evaluateConstraint(reference, value)
            ? "c" : "")
        .append("\"]");
    for (int place = 0; place < node.getNumChildren(); place++) state(node.getChildAt(place), json);
  }

  /** The path of a node, with positions from 1 in repeats only. */
  String path(TreeReference reference) {
    StringBuilder path = new StringBuilder();
    for (int level = 0; level < reference.size(); level++) {
      path.append('/').append(reference.getName(level));
      TreeElement node = form.getMainInstance().getTemplatePath(reference.getSubReference(level));
      if (node != null && node.isRepeatable()) {
        path.append('[').append(Math.max(reference.getMultiplicity(level), 0) + 1).append(']');
      }
    }
    return path.toString();
  }

  static String text(IAnswerData value) {
    return value == null ? "null" : quoted(value.uncast().getString());
  }

  static String quoted(String text) {
    StringBuilder json = new StringBuilder("\"");
    for (char unit : text.toCharArray()) {
      if (unit == '"' || unit == '\\') json.append('\\').append(unit);
      else if (unit < ' ') json.append(String.format("\\u%04x", (int) unit));
      else json.append(unit);
    }
    return json.append('"').toString();
  }
}
