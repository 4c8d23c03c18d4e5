import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import type { Api } from '#shared/api-client.ts'
import type { AccountKind } from '#shared/endpoint.ts'
import { answerForm } from '#web/forms/answer-form.ts'

/** The token of the mail's link, '' without one. */
export const tokenOf = (request: Request) => new URL(request.url).searchParams.get('token') ?? ''

/** The token of the mail's link stands in the page. */
export const headers = () => ({ 'cache-control': 'no-store' })

export const loader = ({ request }: LoaderFunctionArgs) => ({ token: tokenOf(request) })

/** What the button of such a page does: `follow` sends the token to where it belongs. The page says what came of it. */
export const followMailLink = (
  args: ActionFunctionArgs,
  follow: (api: Api, token: string) => Promise<{ message: string; role?: AccountKind }>,
) =>
  answerForm(args, async (api) => ({ ...(await follow(api, tokenOf(args.request))), toast: '' }), {
    reword: ({ message }) => ({ message: `${message}.`, toast: '' }),
  })
