/** What is said of programs' keys. */
export const keysEn = {
  KEY_NOT_FOUND: 'This key has been ended already',
  KEY_NAME: 'a name for the key',
  KEY_RIGHTS_MISSING: 'Say what the key may do, as a list of rights',
  KEY_ENDS_IN_THE_PAST: 'Choose today or a later day',
  TOO_MANY_KEYS: ({ most }: { most: number }) => `There are ${most} keys. End one that nobody uses first`,
  KEY_MADE: ({ name }: { name: string }) => `The key ${name} is made`,
  KEY_ENDED: ({ name }: { name: string }) => `The key ${name} is ended`,
  KEY_RESUMED: ({ name }: { name: string }) => `The key ${name} works again`,
}
