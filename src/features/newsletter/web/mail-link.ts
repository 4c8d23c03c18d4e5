import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from 'react-router'
import type { confirmEmail } from '#features/account/account.contract.ts'
import { AppError } from '#shared/app-error.ts'
import { apiContext } from '#web/api-context.ts'
import type { confirmSubscription, unsubscribe } from '../newsletter.contract.ts'

export interface MailLinkAnswer {
  isDone: boolean
  message: string
  /** Whose account the link was for, where it was for one. */
  role?: 'user' | 'seller'
}

const tokenOf = (request: Request) => new URL(request.url).searchParams.get('token') ?? ''

/** The token of the mail's link stands in the page. */
export const headers = () => ({ 'cache-control': 'no-store' })

export const loader = ({ request }: LoaderFunctionArgs) => ({ token: tokenOf(request) })

/** What the button of such a page does. */
export async function followMailLink(
  { request, context }: ActionFunctionArgs,
  endpoint: typeof confirmSubscription | typeof unsubscribe | typeof confirmEmail,
) {
  try {
    const answer = await context.get(apiContext)(endpoint, { body: { token: tokenOf(request) } })
    return data<MailLinkAnswer>({ isDone: true, ...answer })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return data<MailLinkAnswer>({ isDone: false, message: `${error.message}.` }, { status: error.status })
  }
}
