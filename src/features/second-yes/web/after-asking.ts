/** What waits stands in the list, with who asked and until when; what is done, on its own page. */
export const afterAsking = (answer: { message: string }, page: string) =>
  'waiting' in answer ? { message: answer.message, to: '/seller/second-yes' } : { message: answer.message, back: page }
