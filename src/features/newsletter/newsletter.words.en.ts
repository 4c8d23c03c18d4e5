/** What the newsletter and the links in mails of lists say. */
export const newsletterEn = {
  LINK_USED_UP: 'This link is not valid any more',

  NEWSLETTER_SUBSCRIBED: 'Successfully subscribed to newsletter!',
  NEWSLETTER_CONFIRMED: 'You are on the list.',
  NEWSLETTER_LEFT: 'You are off the list. We have deleted your address.',
  /** The link has ended the mails before, or a mail program has cut it short. */
  NOTHING_TO_END:
    'This link leads to no address that we have. If mails still come, use the link in the newest of them.',
}
