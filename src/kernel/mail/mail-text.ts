import { frameOf } from './mail-frame.words.ts'
import type { Link, MailBlock, MailContent, MailShop, Piece, Words } from './mail-template.ts'

const LINE = 76
/** The column in which sums end. */
const SUMS = 48

/** Breaks a sentence between words. A word longer than a line, such as an address, stays whole. */
function sentence(words: Words) {
  const whole =
    typeof words === 'string' ? words : words.map((part) => (typeof part === 'string' ? part : part.strong)).join('')
  let text = ''
  let column = 0
  for (const word of whole.split(' ')) {
    const isNextLine = column > 0 && column + 1 + word.length > LINE
    text += isNextLine ? '\n' : column > 0 ? ' ' : ''
    text += word
    column = (isNextLine || column === 0 ? 0 : column + 1) + word.length
  }
  return text
}

const link = ({ label, to }: Link) => `${label}: ${to}`

const sumLine = ([left, right]: readonly [string, string]) => `${left.padEnd(SUMS - right.length - 1)} ${right}`

const piece = ({ name, maker, count, sum }: Piece) =>
  [sentence(name), ...(maker === undefined ? [] : [sentence(maker)]), sumLine([count, sum])].join('\n')

function blockAsText(block: MailBlock) {
  if ('text' in block) return sentence(block.text)
  if ('small' in block) return sentence(block.small)
  if ('note' in block) return sentence(block.note)
  if ('lines' in block)
    return [...(block.title === undefined ? [] : [block.title]), ...block.lines.map(sentence)].join('\n')
  if ('links' in block) return block.links.map(link).join('\n')
  if ('pieces' in block) return block.pieces.map(piece).join('\n\n')
  return block.sums.map(sumLine).join('\n')
}

export function mailAsText(
  shop: MailShop,
  { heading, text, button, blocks = [], why, unsubscribe, language = 'en' }: MailContent,
) {
  const frame = frameOf[language]
  const parts = [sentence(heading)]
  if (text !== undefined) parts.push(sentence(text))
  if (button) parts.push(link(button))
  parts.push(...blocks.map(blockAsText), sentence(why))
  parts.push(frame.questions.join(shop.supportEmail))
  if (unsubscribe !== undefined) parts.push(`${frame.unsubscribe}: ${unsubscribe}`)
  return parts.join('\n\n')
}
