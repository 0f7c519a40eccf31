// Reads lines of JSON, each with a format and an object. Answers each with a line: 1, 0, or what
// was raised. With the argument `times`, a line also has the format over variables and arguments,
// and the answer is both results and the nanoseconds to parse and to evaluate either way.
// In the Objective-C that GCC reads.
#import <Foundation/Foundation.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum work { PARSE, OBJECT, VARIABLES };

// The nanoseconds of CPU time that one of so many calls takes in the best of ten rounds.
static double best(enum work work, int count, NSPredicate *predicate, NSString *format,
                   NSArray *arguments, NSDictionary *object)
{
  double best = 1e18;
  for (int round = 0; round < 10; round++) {
    struct timespec start, end;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start);
    for (int done = 0; done < count; done += 100) {
      NSAutoreleasePool *pool = [[NSAutoreleasePool alloc] init];
      for (int call = 0; call < 100; call++) {
        switch (work) {
          case PARSE: [NSPredicate predicateWithFormat: format argumentArray: arguments]; break;
          case OBJECT: [predicate evaluateWithObject: object]; break;
          case VARIABLES: [predicate evaluateWithObject: nil substitutionVariables: object]; break;
        }
      }
      [pool release];
    }
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end);
    double each = ((end.tv_sec - start.tv_sec) * 1e9 + end.tv_nsec - start.tv_nsec) / count;
    if (each < best) best = each;
  }
  return best;
}

static void answer(NSDictionary *query, BOOL isTimed)
{
  NSString *format = [query objectForKey: @"format"];
  NSDictionary *object = [query objectForKey: @"object"];
  NSArray *arguments = isTimed ? [query objectForKey: @"arguments"] : [NSArray array];
  NSPredicate *predicate = [NSPredicate predicateWithFormat: format argumentArray: arguments];
  int holds = [predicate evaluateWithObject: object] ? 1 : 0;
  if (!isTimed) {
    printf("%d\n", holds);
    return;
  }
  NSPredicate *named = [NSPredicate predicateWithFormat: [query objectForKey: @"named"]
                                          argumentArray: arguments];
  printf("%d %d %.1f %.1f %.1f\n", holds,
         [named evaluateWithObject: nil substitutionVariables: object] ? 1 : 0,
         best(PARSE, 300, nil, format, arguments, nil),
         best(OBJECT, 3000, predicate, nil, nil, object),
         best(VARIABLES, 3000, named, nil, nil, object));
}

int main(int count, char **arguments)
{
  static char line[1 << 16];
  BOOL isTimed = count > 1 && strcmp(arguments[1], "times") == 0;
  while (fgets(line, sizeof line, stdin)) {
    NSAutoreleasePool *pool = [[NSAutoreleasePool alloc] init];
    @try {
      NSData *data = [NSData dataWithBytes: line length: strlen(line)];
      answer([NSJSONSerialization JSONObjectWithData: data options: 0 error: NULL], isTimed);
    } @catch (NSException *exception) {
      NSString *reason = [[exception reason] stringByReplacingOccurrencesOfString: @"\n"
                                                                       withString: @" "];
      printf("raised %s\n", [reason UTF8String]);
    }
    [pool release];
  }
  return 0;
}
