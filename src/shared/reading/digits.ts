const isDigit = (point: number) => /^\p{Nd}$/u.test(String.fromCodePoint(point))

function digitValue(digit: string) {
  const point = digit.codePointAt(0) ?? 0
  let zero = point
  while (isDigit(zero - 1)) zero -= 1
  return String((point - zero) % 10)
}

/** Digits of all scripts as 0 to 9: a Hindi keyboard types ९. */
export const plainDigits = (text: string) => text.replace(/[^\P{Nd}0-9]/gu, digitValue)
