const day = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'Asia/Kolkata',
})

/** 21 November 2026, in Indian time. */
export const formatDay = (date: Date) => day.format(date)

const moment = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'Asia/Kolkata',
})

/** 21 Nov 2026 and 10:42, in Indian time: where the minute matters. */
export function formatMoment(date: Date) {
  const parts = new Map(moment.formatToParts(date).map(({ type, value }) => [type, value]))
  return {
    day: `${parts.get('day')} ${parts.get('month')} ${parts.get('year')}`,
    time: `${parts.get('hour')}:${parts.get('minute')}`,
  }
}
