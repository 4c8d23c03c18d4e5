import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  useLoaderData,
  useSearchParams,
} from 'react-router'
import type { Api } from '#shared/api-client.ts'
import { answerForm } from '#web/forms/answer-form.ts'
import { formText } from '#web/forms/form-text.ts'
import { SellerFailed } from '#web/layouts/seller-failed.tsx'
import { askAsSeller, sellerMeta } from '#web/seller-page.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Panel, SellerHead } from '#web/ui/panel.tsx'
import { PostRefused } from '#web/ui/post-refused.tsx'
import {
  changeRights,
  inTeamAlready,
  invitePerson,
  listTeam,
  logDeviceOut,
  logPersonOut,
  removePerson,
  type Teammate,
} from '../team.contract.ts'
import { Invite } from './seller-invite.tsx'
import { TeamPerson } from './seller-person.tsx'
import { tickedIn } from './seller-rights.tsx'

const title = 'Team'
const page = '/seller/team'

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData }) =>
  sellerMeta(matches, loaderData, title, page)

export const loader = ({ context }: LoaderFunctionArgs) => askAsSeller(context, (api) => api(listTeam))

export const action = (args: ActionFunctionArgs) =>
  answerForm(args, act, {
    reword({ code, message, fields }) {
      return { fields: fields ?? (code === inTeamAlready.code ? { email: message } : {}) }
    },
  })

/** An invitation's answer has the link, so no page takes its place. */
async function act(api: Api, form: FormData) {
  const [what, id = '', device = ''] = formText(form, 'intent').split(' ')
  const params = { id }
  if (what === 'invite') {
    const body = { name: formText(form, 'name'), email: formText(form, 'email'), rights: tickedIn(form) }
    const { message, url } = await api(invitePerson, { body })
    return { message, url }
  }
  if (what === 'rights') {
    const { message } = await api(changeRights, { params, body: { rights: tickedIn(form) } })
    return { message, back: page }
  }
  if (what === 'device') {
    const { message } = await api(logDeviceOut, { params: { id, device } })
    return { message, back: page }
  }
  const { message } = await api(what === 'sessions' ? logPersonOut : removePerson, { params })
  return { message, back: page }
}

export default function SellerTeamPage() {
  const answer = useLoaderData<typeof loader>()
  const [searchParams] = useSearchParams()
  if (!answer) return null
  const { people } = answer
  return (
    <>
      <SellerHead title={title} text="Who works here, and what each may see and do. Every change stands in Activity." />
      <PostRefused />
      <Alone people={people} />
      <div className="grid gap-5">
        <Panel aria-labelledby="people-title">
          <h2 id="people-title" className="px-4 pt-4 text-xl nav:px-6 nav:pt-6">
            People and their rights
          </h2>
          <ul>
            {people.map((person) => (
              <TeamPerson
                key={person._id}
                person={person}
                page={page}
                isAsked={searchParams.get('remove') === person._id}
              />
            ))}
          </ul>
        </Panel>
        <Invite page={page} />
      </div>
    </>
  )
}

function Alone({ people }: { people: Teammate[] }) {
  const others = people.filter(({ state, isYou, rights }) => state === 'in' && !isYou && rights.includes('team'))
  if (others.length > 0) return null
  return (
    <Notice tone="wait" className="mb-5">
      <b>Only you have the right “team”.</b> Give it to a second person, or nobody can let you in again when you cannot
      log in.
    </Notice>
  )
}

export const ErrorBoundary = () => <SellerFailed title={title} what="the team" />
