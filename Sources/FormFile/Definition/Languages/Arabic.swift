// The standard messages in Arabic. Not yet read by a native speaker. They ask with a noun, not with
// an imperative, which would be of men or of women. Numbers stand after a colon or after words that
// need no case.

extension BuiltInTexts {
  static let arabic = BuiltInTexts("ar") { id in
    switch id {
    case .required: "هذا الحقل مطلوب."
    case .notBlank: "لا يكفي إدخال مسافات فقط."
    case .email: "يُرجى إدخال عنوان بريد إلكتروني صالح."
    case .url: "يُرجى إدخال عنوان ويب صالح."
    case .phone: "يُرجى إدخال رقم هاتف صالح."
    case .postcode: "يُرجى إدخال رمز بريدي بريطاني صالح."
    case .password: "عدد الأحرف المسموح به: من 8 إلى 30."
    case .containsNumber: "يجب إدخال رقم واحد على الأقل من 0 إلى 9."
    case .containsCapital: "يجب إدخال حرف كبير واحد على الأقل."
    case .containsLowercase: "يجب إدخال حرف صغير واحد على الأقل."
    case .minLength: "الحد الأدنى لعدد الأحرف: {minimum}."
    case .maxLength: "الحد الأقصى لعدد الأحرف: {maximum}."
    case .exactLength: "عدد الأحرف المطلوب بالضبط: {expected}."
    case .greaterThan: "يجب أن تكون القيمة أكبر من {minimum}."
    case .greaterOrEqualThan: "يجب ألا تقل القيمة عن {minimum}."
    case .smallerThan: "يجب أن تكون القيمة أصغر من {maximum}."
    case .smallerOrEqualThan: "يجب ألا تزيد القيمة على {maximum}."
    case .after: "يجب أن تكون القيمة بعد {minimum}."
    case .notBefore: "يجب ألا تكون القيمة قبل {minimum}."
    case .before: "يجب أن تكون القيمة قبل {maximum}."
    case .notAfter: "يجب ألا تكون القيمة بعد {maximum}."
    case .regex: "هذه القيمة ليست بالتنسيق المتوقع."
    case .equals: "الحقلان غير متطابقين."
    case .predicate, .function: "هذه القيمة غير مقبولة."
    case .allOf: "{messages}"
    case .anyOf: "يجب استيفاء شرط واحد على الأقل مما يلي: {messages}"
    case .minChoices: "الحد الأدنى لعدد الاختيارات: {minimum}."
    case .maxChoices: "الحد الأقصى لعدد الاختيارات: {maximum}."
    case .minItems: "الحد الأدنى لعدد العناصر: {minimum}."
    case .maxItems: "الحد الأقصى لعدد العناصر: {maximum}."
    case .step: "يجب أن تكون القيمة من مضاعفات {step}."
    case .stepFrom: "القيم المسموح بها تبدأ من {minimum} بخطوات مقدارها {step}."
    case .minuteInterval: "يجب أن يكون الوقت من مضاعفات هذا العدد من الدقائق: {minutes}."
    case .option: "هذه القيمة ليست من الخيارات المتاحة."
    case .exclusive: "أحد الخيارات المختارة يستبعد الخيارات المختارة الأخرى."
    case .number: "يُرجى إدخال عدد."
    case .wholeNumber: "يُرجى إدخال عدد صحيح."
    case .date: "يُرجى إدخال تاريخ."
    case .time: "يُرجى إدخال وقت."
    case .yes: "نعم"
    case .no: "لا"
    }
  }
}
