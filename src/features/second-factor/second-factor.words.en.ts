/** What is said of second factors. */
export const secondFactorEn = {
  CODE_MISSING: 'Enter the six digits of your app, or one of your recovery codes',
  PROOF_MISSING: 'Enter your password, or a code',
  WRONG_CODE: 'That code is not right',
  CODE_USED: 'That code has been used. Wait for the next one',
  CODE_NEEDED: 'Now enter the six digits of your app',
  LOGIN_OVER: 'This login took too long. Enter your password again',
  FACTOR_SET_UP: 'Your second factor is set up already. Take it off first',
  NOTHING_TO_CONFIRM: 'Begin again: there is no key to confirm',
  NO_FACTOR: 'You have no second factor',
  CODE_ASKED: 'The password is not enough: enter a code of your app',
  FACTOR_ON: 'Your second factor is on',
  FACTOR_OFF: 'Your second factor is off',
  PROVED_AGAIN: ({ minutes }: { minutes: number }) => `Thank you. You can go on for ${minutes} minutes`,
}
