/** What the pages of an account say. */
export const accountEn = {
  RESET_LINK_USED_UP: 'This link has been used or is too old. Ask for a new one',
  EMAIL_LINK_USED_UP: 'This link has been used or is too old. Ask for a new one on your account page',
  SESSION_NOT_FOUND: 'This device is logged out already',
  OPEN_ORDERS: 'You have an order on its way. Cancel it or wait until it is delivered, then delete the account',
  OPEN_RETURNS: 'A return of yours is not done yet. Withdraw it or wait until it is, then delete the account',

  PROFILE_SAVED: 'Saved',
  EMAIL_CONFIRMED_ALREADY: 'Your email address is confirmed already',
  EMAIL_LINK_SENT: ({ email }: { email: string }) => `We have sent a link to ${email}`,
  NEW_EMAIL_LINK_SENT: ({ email }: { email: string }) =>
    `We have sent a link to ${email}. Open it there, then it is your address here.`,
  EMAIL_CONFIRMED: ({ email }: { email: string }) => `${email} is confirmed.`,
  RESET_LINK_SENT: 'If there is an account with this address, a mail with a link is on its way.',
  PASSWORD_SET: 'Your new password is set. Log in with it.',
  PASSWORD_CHANGED: 'Password changed. Other devices were logged out.',
  DEVICE_LOGGED_OUT: 'That device is logged out',
  ACCOUNT_DELETED: 'Your account is deleted',
}
