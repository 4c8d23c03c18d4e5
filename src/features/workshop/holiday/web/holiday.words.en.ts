import { formatMonthDay } from '#shared/day.ts'

interface Days {
  from: string
  to: string
}

/** What the pages of the workshop say of holidays. */
export const holidayEn = {
  holiday: 'Holiday',
  going: 'Going on holiday?',
  goingText: 'Say when, and customers read when you are back.',
  set: 'Set the days',
  text: 'On these days you make and send nothing. Your pieces stay in the shop, with the day on which you are back.',
  from: 'First day off',
  to: 'Last day off',
  save: 'Save the holiday',
  saving: 'Saving',
  onHoliday: 'You are on holiday',
  planned: 'Your holiday is noted',
  days: ({ from, to }: Days) => `From ${formatMonthDay(from)} to ${formatMonthDay(to)}.`,
  shutUntil: (day: string) => `Your pieces stay in the shop. They can be ordered from ${formatMonthDay(day)} on.`,
  openMeanwhile: (day: string) =>
    `Your pieces can be ordered meanwhile. Customers read that they are sent from ${formatMonthDay(day)} on.`,
  end: 'End the holiday',
  ending: 'One moment',
  takeBack: 'No holiday after all',
  openParcels: 'Parcels that were ordered before are still to be sent.',
}
