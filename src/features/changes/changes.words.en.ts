/** What is said of what makers want changed. The makers' own answers are in changes.words.hi.ts too. */
export const changesEn = {
  CHANGE_NOT_FOUND: 'There is no such change',
  CHANGE_DECIDED: 'This change does not wait any more. Nothing was done',
  CHANGE_SENT_ANEW: 'The maker has sent this change anew since you looked at it. Look at it again',
  CHANGE_OVERTAKEN: ({ by }: { by: string }) =>
    by
      ? `${by} changed this after the maker sent the change. Compare them again`
      : 'This was changed after the maker sent the change. Compare them again',
  CHANGE_TO: 'To is approved or sent back',
  CHANGE_SENTENCE_MISSING: 'Write a sentence for the maker',
  CHANGE_SENTENCE: 'The sentence',
  CHANGE_NEEDS_PRICES: 'A new piece needs its price and its offer price',
  CHANGE_IS_NO_NEW_PIECE: 'Name, price, offer price and costs are set here for a new piece only',
  CHANGE_OF_SUSPENDED: ({ name }: { name: string }) =>
    `${name} is out of the shop. Take the producer back first, or send the piece back`,
  CHANGE_PRODUCER_SUSPENDED:
    'Your pieces are out of the shop just now, so nothing can be sent. Ask the office what to do',
  CHANGE_APPROVED: ({ name }: { name: string }) => `${name}: approved`,
  CHANGE_SENT_BACK: ({ name }: { name: string }) => `${name}: sent back`,
}
