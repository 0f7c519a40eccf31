// Reads a line of JSON with a format and an object, answers a line: 1, 0, or what was raised.
// In the Objective-C that GCC reads.
#import <Foundation/Foundation.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
  static char line[1 << 16];
  while (fgets(line, sizeof line, stdin)) {
    NSAutoreleasePool *pool = [[NSAutoreleasePool alloc] init];
    @try {
      NSData *data = [NSData dataWithBytes: line length: strlen(line)];
      NSDictionary *query = [NSJSONSerialization JSONObjectWithData: data options: 0 error: NULL];
      NSPredicate *predicate = [NSPredicate predicateWithFormat: [query objectForKey: @"format"]
                                                  argumentArray: [NSArray array]];
      BOOL holds = [predicate evaluateWithObject: [query objectForKey: @"object"]];
      printf("%d\n", holds ? 1 : 0);
    } @catch (NSException *exception) {
      NSString *reason = [[exception reason] stringByReplacingOccurrencesOfString: @"\n"
                                                                       withString: @" "];
      printf("raised %s\n", [reason UTF8String]);
    }
    [pool release];
  }
  return 0;
}
