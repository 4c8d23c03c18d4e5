/** What coming in and the workshop say. */
export const workshopEn = {
  PIN_NOT_SIX_DIGITS: 'Enter six digits',
  PIN_TOO_SIMPLE: 'Too easy to guess: not 123456, not 111111, not a year',
  PIN_OR_PASSWORD: 'Choose a PIN, or an email address and a password',
  WRONG_PHONE_END: ({ left }: { left: number }) =>
    left === 1
      ? 'These are not the last four digits that the office noted. 1 try left'
      : `These are not the last four digits that the office noted. ${left} tries left`,
  INVITATION_OVER: 'This link has been used, was taken back or is too old. Ask the office for a new invitation',
  WRONG_PIN: ({ left }: { left: number }) =>
    left === 1 ? 'This PIN was wrong. 1 try left' : `This PIN was wrong. ${left} tries left`,
  PIN_OVER: 'This phone does not open the workshop any more. Ask the office for a new invitation',
  WORKSHOP_LOCK_REFUSED: 'The lock of this phone was not taken. Try again, or use the PIN',
  WORKSHOP_NO_LOCK: 'At this address a browser does not lend the lock of the phone. Use a PIN',
  WORKSHOP_EMAIL_TAKEN: 'Somebody comes in with this email address already',
  WORKSHOP_PERSON_GONE: 'This person is not among the producer’s people any more',
  WORKSHOP_DEVICE_GONE: 'This phone was taken out already',
  TOO_MANY_PEOPLE: ({ most }: { most: number }) => `A producer has at most ${most} people`,
  NAME_OF_PERSON: 'their name',
  YOUR_OWN_NAME: 'your name',

  WORKSHOP_PARCEL_GONE: 'This parcel is not here',
  WORKSHOP_PARCEL_ELSEWHERE: 'This parcel has gone on already, or its order was cancelled',
  WORKSHOP_PARCEL_NOT_PACKED: 'Slip and label are there once the parcel is packed, until it is sent',
  WORKSHOP_TRACKING_TAKEN: 'Another parcel has this number already. Look at it again',
  WORKSHOP_COURIER: 'the name of the courier',
  WORKSHOP_STATEMENT_GONE: 'This statement is not here',
  WORKSHOP_PACKED: 'Packed',
  WORKSHOP_SENT: 'Sent. The customer gets a mail',

  WORKSHOP_PHOTO_GONE: ({ photos }: { photos: readonly string[] }) =>
    photos.length > 1
      ? `${photos.length} photos are not here any more. Send them again`
      : 'A photo is not here any more. Send it again',
  WORKSHOP_PHOTO_MISSING: 'Send one photo at least',
  WORKSHOP_TOO_MANY_PHOTOS: 'Many photos wait for a piece already. Send a piece first, or go on tomorrow',
  WORKSHOP_PIECE_CHANGED: 'The office has changed this piece meanwhile. Look at it again',
  WORKSHOP_NO_CHANGE: 'Nothing of this piece waits for the office',

  PUSH_NEEDS_HTTPS: 'This shop has no https, and without it no phone can be told',
  PUSH_ADDRESS: 'This browser gave no address to which a message can go. Try again',
  PUSH_IS_ON: 'New parcels are told on this phone',
  PUSH_IS_OFF: 'New parcels are not told on this phone any more',
  WORKSHOP_TOO_MANY_PIECES: 'Many new pieces wait for the office already. Send more when it has looked at some of them',
  WORKSHOP_PIECE_SENT: 'Sent. The office looks at it, then it goes on sale',
  WORKSHOP_PIECE_SAVED: 'Saved. It is so in the shop now',
  WORKSHOP_PRICE_SENT: 'Saved. Your new price waits for the office',
  WORKSHOP_PIECE_SAME: 'Nothing is different. The piece stays as it is in the shop',
  WORKSHOP_STOCK_SAVED: ({ stock }: { stock: number }) => (stock === 1 ? '1 piece' : `${stock} pieces`),
  WORKSHOP_PIECE_TAKEN_BACK: 'Taken back. The office does not look at it any more',
  STORY_NOTHING_SENT: 'Say what changes',
  STORY_CHANGED: 'Your page was changed meanwhile. Look at it again',
  STORY_SENT: 'Sent to the office. It is on your page when the office has looked at it',
  STORY_SHOWN: 'It is on your page now',
  STORY_AS_IT_IS: 'Your page says so already',
  STORY_TAKEN_BACK: 'Taken back. Your page stays as it is',
  STORY_EARNINGS_SHOWN: 'Your page shows what you have earned so far',
  STORY_EARNINGS_HIDDEN: 'Your page does not show what you have earned any more',

  WORKSHOP_OPEN: ({ name }: { name: string }) => `Welcome, ${name}`,
  WORKSHOP_SHUT: 'The workshop is shut',
  PERSON_INVITED: ({ name }: { name: string }) => `The invitation of ${name} is ready`,
  INVITATION_TAKEN_BACK: ({ name }: { name: string }) => `The invitation of ${name} is taken back`,
  PERSON_TAKEN_OUT: ({ name }: { name: string }) => `${name} cannot open the workshop any more`,
  DEVICE_TAKEN_OUT: ({ device }: { device: string }) => `${device} does not open the workshop any more`,
  DEVICE_LET_IN: ({ device }: { device: string }) => `${device} opens the workshop again`,
  WORKSHOP_COME_IN_AGAIN:
    'Log out and come in again, then set it within 10 minutes. Or type the password there is until now',
  OWN_LOGIN_SET: 'Email and password are saved',
  LANGUAGE_SAVED: 'Saved',
}
