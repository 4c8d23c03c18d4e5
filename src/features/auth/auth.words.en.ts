/** What logging in and passwords say. */
export const authEn = {
  WRONG_CREDENTIALS: 'Wrong email address or password',
  WRONG_PASSWORD: 'That is not your current password',
  EMAIL_TAKEN: 'There is already an account with this email address. Log in instead',

  YOUR_NAME: 'your name',
  PASSWORD_MISSING: 'Enter your password',
  PASSWORD_NEVER_SO_LONG: 'That password is too long',
  CURRENT_PASSWORD_MISSING: 'Enter your current password',
  NEW_PASSWORD_MISSING: 'Enter a password',
  NEW_PASSWORD_TOO_SHORT: ({ min }: { min: number }) => `Use at least ${min} characters`,
  NEW_PASSWORD_TOO_LONG: ({ max }: { max: number }) => `Use at most ${max} characters`,
  NEW_PASSWORD_CHARACTERS: 'Use letters, numbers, signs and spaces only, no line breaks or tabs',
  PASSWORD_COMMON: 'Many people use this password, so it is tried first by who wants in. Choose another one',

  WELCOME: ({ name }: { name: string }) => `Welcome, ${name}`,
  WELCOME_BACK: ({ name }: { name: string }) => `Welcome back, ${name}`,
  LOGGED_IN: 'Logged in',
  LOGGED_OUT: 'Logged out',
}
