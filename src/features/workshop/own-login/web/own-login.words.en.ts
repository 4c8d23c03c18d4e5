/** What the page says on which somebody sets email and password of their own. */
export const ownLoginEn = {
  title: 'Email and password',
  text: 'With these you open your workshop in any browser, on a computer too. Your phone opens it as before.',
  email: 'Email',
  password: 'New password',
  passwordHint: 'At least 8 characters.',
  current: 'Your password until now',
  lately: 'You came in just now, so your password until now is not asked for.',
  forgotten:
    'Without a password until now, or if you forgot it: log out, come in again with your phone, and set it within 10 minutes.',
  set: 'Save',
  setting: 'Saving',
  now: (email: string) => `Set: ${email}`,
}
