/** Digits of an Indian mobile number, without the country. */
const DIGITS = 10

/** Opens WhatsApp at somebody in India, with a text to send. Undefined: this is no mobile number. */
export function whatsappUrl(phone: string, text: string) {
  const digits = phone.replace(/\D/g, '').slice(-DIGITS)
  if (digits.length < DIGITS) return undefined
  return `https://wa.me/91${digits}?${new URLSearchParams({ text })}`
}
