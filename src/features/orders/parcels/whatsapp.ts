/** Digits of an Indian mobile number, without the country. */
const DIGITS = 10
const INDIA = '91'

/** Opens WhatsApp at a number, with a text to send. A number without a country is one of India. Undefined: it is no number. */
export function whatsappUrl(phone: string, text: string) {
  const digits = phone.replace(/\D/g, '')
  if (digits.length < DIGITS) return undefined
  const whole = phone.trim().startsWith('+') ? digits : `${INDIA}${digits.slice(-DIGITS)}`
  return `https://wa.me/${whole}?${new URLSearchParams({ text })}`
}
