/** What a phone shows before it is unlocked: no name, place or sum. */
export const pushEn = {
  send: 'You have a new order. One parcel is to be packed.',
  keep: 'A parcel was cancelled. Please do not send it.',
}
