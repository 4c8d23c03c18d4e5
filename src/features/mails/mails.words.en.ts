const mails = (count: number) => (count === 1 ? '1 mail' : `${count} mails`)

/** What the mails of a restored backup say. */
export const mailsEn = {
  NO_MAILS_HELD: 'No mails were waiting',
  HELD_MAILS_SENT: ({ count }: { count: number }) => `${mails(count)} on the way`,
  HELD_MAILS_DROPPED: ({ count }: { count: number }) => `${mails(count)} dropped`,
}
