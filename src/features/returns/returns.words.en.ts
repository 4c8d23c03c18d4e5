import { type ReturnState, returnStateNames } from '#features/orders/returns.states.ts'
import { formatMoment, formatMonthDay } from '#shared/day.ts'
import type { Message, Word } from '#shared/messages.ts'
import { returnHistoryEn } from './return-history.words.en.ts'

/** What returns say. */
export const returnsEn = {
  ...returnHistoryEn,

  RETURN_NOT_FOUND: 'This return was not found',
  PHOTO_NOT_FOUND: 'This photo was not found',
  NOT_DELIVERED: ({ name }: { name: string | undefined }) =>
    name === undefined
      ? 'None of your orders has been delivered yet. You can ask for a return once one has'
      : `${name} has not been delivered. A return can be asked for once it has`,
  NOT_RETURNABLE: ({ name, supportEmail }: { name: string; supportEmail: string }) =>
    `${name} cannot be returned, except if it came damaged. Then write to ${supportEmail}, with a photo`,
  TOO_LATE_TO_RETURN: ({
    name,
    last,
    supportEmail,
  }: {
    name: string
    /** The last day for it, 'YYYY-MM-DD'; undefined without returns. */
    last: string | undefined
    supportEmail: string
  }) =>
    last === undefined
      ? `${name} cannot be returned. If something is wrong with it, write to ${supportEmail}`
      : `${name} could be returned until ${formatMonthDay(last)}. If something is wrong with it, write to ${supportEmail}`,
  TOO_MANY_TO_RETURN: ({ name, left }: { name: string; left: number }) =>
    left === 0
      ? `${name} is refunded or in a return already`
      : `Only ${left} of ${name} can still be returned: the others are refunded or in a return already`,
  TOO_MANY_RETURNS: ({ supportEmail }: { supportEmail: string }) =>
    `You have asked for many returns of this order. Please write to ${supportEmail}`,
  CANNOT_MOVE_RETURN: ({ what }: { what: Message }, word: Word) => `${word(what)}. Nothing was changed`,
  RETURN_IS_NOW({ state, sellerEmail, at }: { state: ReturnState; sellerEmail: string | null; at: Date }) {
    const { day, time } = formatMoment(at)
    return `This return is ${returnStateNames[state].toLowerCase()}${sellerEmail === null ? '' : `, by ${sellerEmail}`}, since ${day} at ${time}`
  },
  RETURN_ANSWERED: 'The shop has answered meanwhile, so this return stands',
  REFUND_AT_ORDER:
    'This transfer needs the yes of a second person. Make the refund at the order, and close the return when it is agreed to',
  REFUND_FIRST: 'Refund the money first: by UPI or bank transfer, and enter the reference of the transfer',
  TOO_MANY_CAME: ({ name, most }: { name: string; most: number }) => `Only ${most} of ${name} are in this return`,
  SAYS_WHERE_TO: 'Write where it is to be sent: the shop has no address in its settings',

  RETURN_PIECES_NOT_WHOLE: 'Enter how many as a whole number',
  RETURN_PIECES_TOO_FEW: 'Return at least 1',
  RETURN_PIECES_TOO_MANY: ({ most }: { most: number }) => `Return at most ${most}`,
  RETURN_TEXT_TOO_LONG: ({ most }: { most: number }) => `Use at most ${most} characters`,
  PAY_TO_FORM: 'Enter a UPI ID like name@bank, or an account number and its IFSC',
  RETURN_NOTHING_CHOSEN: 'Choose what to return',
  RETURN_TOO_LONG: ({ most }: { most: number }) => `Choose at most ${most} products`,
  RETURN_NOT_OF_ORDER: 'One of these products is not in this order',
  RETURN_REASON: 'why, in a sentence',
  RETURN_WISH_UNKNOWN: 'Choose refund or exchange',
  RETURN_TOO_MANY_PHOTOS: ({ most }: { most: number }) => `Send at most ${most} photos`,
  RETURN_PHOTO_TOO_LARGE: ({ mostMb }: { mostMb: number }) => `A photo can have at most ${mostMb} MB`,
  RETURN_PHOTO_PLACE: 'Photos are counted from 1',
  CAME_NOT_WHOLE: 'Enter how many came as a whole number',
  CAME_TOO_FEW: 'At least 0 came',
  BROKEN_NOT_WHOLE: 'Enter how many are broken as a whole number',
  BROKEN_TOO_MANY: 'No more can be broken than came',
  CAME_NOT_OF_RETURN: 'One of these products is not in this return',
  CAME_TOO_EARLY: 'Say what came when it is there',
  CAME_NOTHING: 'Where nothing came, decline the return',
  DECLINE_REASON_MISSING: 'Write why: the shopper reads it',

  RETURN_ASKED: 'We have your return, and write to you soon',
  RETURN_WITHDRAWN: 'The return is withdrawn. You keep what you have',
  RETURN_ACCEPTED: 'The return is accepted',
  RETURN_DECLINED: 'The return is declined',
  RETURN_IN_STOCK: 'The pieces are back in stock',
  RETURN_WRITTEN_OFF: 'The pieces are written off',
  RETURN_DONE: 'The return is done',
}
