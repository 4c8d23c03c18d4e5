import { keyTaken } from '#features/products/price-changes.contract.ts'
import type { Api, SendForm } from '#shared/api-client.ts'
import { AppError } from '#shared/app-error.ts'
import { formText } from '#web/forms/form-text.ts'
import { languageIn, versionIn } from '../../web/workshop-page.ts'
import { addOwnPiece, changeOwnPiece, getOwnPiece, photoGone, sendPhoto } from '../products.contract.ts'
import { fieldOfPhoto, pieceOf, problemsIn, readTyped, stockOf } from '../typed-piece.ts'
import { pieceWordsIn } from './use-piece-words.ts'

const MAX_KEY = 100
/** The list, which says that the piece is there already. */
export const ARRIVED_BEFORE = '/workshop/products?arrived=before'

/** Photos that have arrived, and those that a browser without scripts sends with the form, one after the other. */
async function picturesIn(sendForm: SendForm, form: FormData) {
  const keys = form.getAll('pictures').flatMap((key) => (typeof key === 'string' && key ? [key] : []))
  for (const file of form.getAll('picture')) {
    if (typeof file === 'string' || file.size === 0) continue
    const one = new FormData()
    one.set('picture', file)
    keys.push((await sendForm(sendPhoto, one))._id)
  }
  return keys
}

/** What is missing is said before a photo is stored. Throws AppError. */
function typedIn(form: FormData) {
  const say = pieceWordsIn(languageIn(form))
  const typed = readTyped(form)
  const problems = problemsIn(typed, say.missing)
  if (Object.keys(problems).length > 0)
    throw new AppError('BAD_INPUT', 400, say.missing.lookAgain, { fields: problems })
  return typed
}

/** The form marks each photo that is gone. */
function namePhotos(error: unknown): never {
  if (!(error instanceof AppError && error.code === photoGone.code)) throw error
  const { code, status, message, details } = error
  const gone: unknown[] = Array.isArray(details?.photos) ? details.photos : []
  throw new AppError(code, status, message, {
    fields: Object.fromEntries(gone.map((key) => [fieldOfPhoto(String(key)), message])),
  })
}

export async function sendNewPiece(api: Api, sendForm: SendForm, form: FormData) {
  const typed = typedIn(form)
  const pictures = await picturesIn(sendForm, form)
  const key = formText(form, 'key').slice(0, MAX_KEY)
  const headers: Record<string, string> = /^[\w-]+$/.test(key) ? { 'idempotency-key': key } : {}
  const body = { ...pieceOf(typed), stock: stockOf(typed), pictures }
  try {
    const { piece } = await api(addOwnPiece, { body, headers }).catch(namePhotos)
    return { toast: '', to: `/workshop/products/${piece._id}/sent` }
  } catch (error) {
    if (!(error instanceof AppError && error.code === keyTaken.code)) throw error
    // Its answer was lost, and then something else was typed: the piece of before is there.
    return { toast: '', to: ARRIVED_BEFORE }
  }
}

export async function sendChange(api: Api, sendForm: SendForm, id: string, form: FormData) {
  const typed = typedIn(form)
  const params = { id }
  const { piece: before } = await api(getOwnPiece, { params })
  const sent = await picturesIn(sendForm, form)
  // A browser without scripts names none: those of before stay.
  const pictures = form.has('key') ? sent : [...before.pictures.map(({ key }) => key), ...sent]
  const body = { ...pieceOf(typed, before.facts), pictures, ...versionIn(form) }
  const { message, piece } = await api(changeOwnPiece, { params, body }).catch(namePhotos)
  const hasWaiting = piece.state === 'looked at'
  return { message, to: hasWaiting ? `/workshop/products/${id}/sent` : '/workshop/products' }
}
