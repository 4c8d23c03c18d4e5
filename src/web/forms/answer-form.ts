import { type ActionFunctionArgs, data, redirect } from 'react-router'
import type { Api } from '#shared/api-client.ts'
import { AppError } from '#shared/app-error.ts'
import { apiContext, visitContext } from '../api-context.ts'
import { mustProve, proofFor } from '../prove-first.ts'
import { type Done, isEnded, type Next, type Refused, type Reword } from './form-answer.ts'
import { formText } from './form-text.ts'

interface Outcome extends Next {
  message?: string
  toast?: string
  /** Where a browser goes that has sent the form itself, so that a reload does not send it again. Without, the page is shown with the answer. */
  back?: string
  headers?: Headers
  [fact: string]: unknown
}

/** A refusal shows the page with what was typed. Without JavaScript a success redirects, and an ended session asks for a login. */
export async function answerForm(
  { request, context }: ActionFunctionArgs,
  work: (api: Api, form: FormData) => Promise<Outcome>,
  { reword }: { reword?: Reword } = {},
) {
  const { isBackground } = context.get(visitContext)
  const form = await request.formData()
  const intent = formText(form, 'intent')
  try {
    const { back, headers, ...outcome } = await work(context.get(apiContext), form)
    const next = outcome.leave ?? outcome.to ?? back
    const init = headers ? { headers } : {}
    if (!isBackground && next !== undefined) return redirect(next, init)
    const done: Done = { isDone: true, intent, ...outcome }
    return data(done, init)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (!isBackground && isEnded(error)) return redirect(loginFor(new URL(request.url)))
    if (!isBackground && mustProve(error)) return redirect(proofFor(new URL(request.url)))
    const { message, code, status, fields = {} } = error
    const refused: Refused = { isDone: false, intent, message, code, status, fields, typed: typedIn(form) }
    return data({ ...refused, ...reword?.(error) }, { status })
  }
}

/** The login of the office and of the workshop stands in place of the page; a shopper is led to the login, and back. */
const loginFor = ({ pathname }: URL) =>
  /^\/(seller|workshop)(\/|$)/.test(pathname) ? pathname : `/login?${new URLSearchParams({ next: pathname })}`

/** Passwords are not sent back. */
const typedIn = (form: FormData) =>
  Object.fromEntries(
    [...form].flatMap(([name, value]) =>
      typeof value === 'string' && !/password/i.test(name) ? [[name, value] as const] : [],
    ),
  )
