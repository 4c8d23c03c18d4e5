import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from 'react-router'
import type { Api } from '#shared/api-client.ts'
import { AppError } from '#shared/app-error.ts'
import { apiContext } from '#web/api-context.ts'

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

/** What the button of such a page does: `follow` sends the token to where it belongs. */
export async function followMailLink(
  { request, context }: ActionFunctionArgs,
  follow: (api: Api, token: string) => Promise<Omit<MailLinkAnswer, 'isDone'>>,
) {
  try {
    const answer = await follow(context.get(apiContext), tokenOf(request))
    return data<MailLinkAnswer>({ isDone: true, ...answer })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return data<MailLinkAnswer>({ isDone: false, message: `${error.message}.` }, { status: error.status })
  }
}
