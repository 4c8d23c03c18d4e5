import { type ActionFunctionArgs, data, redirect } from 'react-router'
import type { Api } from '#shared/api-client.ts'
import { AppError } from '#shared/app-error.ts'
import { apiContext, visitContext } from './api-context.ts'
import { type Done, isEnded, type Next, type Refused, type Reword } from './form-answer.ts'
import { formText } from './form-text.ts'

/** What came of a form: what the toast says, where one goes, and facts that its page goes on with. */
interface Outcome extends Next {
  message?: string
  toast?: string
  /**
   * Where a browser is led that has sent the form itself, mostly the page again: a reload does not send it again. Without this, `to` or
   * `leave`, the page is shown with the answer (`useActionData`).
   */
  back?: string
  /** Cookies. */
  headers?: Headers
  [fact: string]: unknown
}

/**
 * The action of a page that takes a form: `work` calls the endpoint. A refusal becomes an answer with the status of the refusal, and the
 * page is shown with what was typed. To a browser without JavaScript a success is a redirect, and an ended session leads to the login.
 */
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
    const { message, code, status, fields = {} } = error
    const refused: Refused = { isDone: false, intent, message, code, status, fields, typed: typedIn(form) }
    return data({ ...refused, ...reword?.(error) }, { status })
  }
}

/** The login stands in place of the seller's pages; a shopper is led to it, and back. */
const loginFor = ({ pathname }: URL) =>
  /^\/seller(\/|$)/.test(pathname) ? pathname : `/login?${new URLSearchParams({ next: pathname })}`

/** Passwords are not sent back. */
const typedIn = (form: FormData) =>
  Object.fromEntries(
    [...form].flatMap(([name, value]) =>
      typeof value === 'string' && !/password/i.test(name) ? [[name, value] as const] : [],
    ),
  )
