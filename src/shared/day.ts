const day = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'Asia/Kolkata',
})

/** 21 November 2026, in Indian time. */
export const formatDay = (date: Date) => day.format(date)
