import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { formatDay } from '#shared/day.ts'
import { answerForm } from '#web/forms/answer-form.ts'
import { formText } from '#web/forms/form-text.ts'
import { useForm } from '#web/hooks/use-form.ts'
import { useSend } from '#web/hooks/use-send.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { HiddenFields } from '#web/ui/hidden-fields.tsx'
import { Name } from '#web/ui/name.tsx'
import { Notice, Refusal } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { useLanguage } from '#web/words.tsx'
import { usePages } from '../../web/use-pages.ts'
import { askInWorkshop, titleIn, workshopMeta } from '../../web/workshop-page.ts'
import {
  inviteOwnPerson,
  listOwnPeople,
  type PeopleAndDevices,
  removeOwnDevice,
  removeOwnPerson,
  takeOwnInvitationBack,
} from '../people.contract.ts'
import { invitedIn } from './invited-in.ts'

const page = '/workshop/people'

export { WorkshopFailed as ErrorBoundary } from '../../web/workshop-failed.tsx'

export const meta: MetaFunction = ({ matches }) =>
  workshopMeta(
    matches,
    titleIn(matches, ({ people }) => people),
    page,
  )

export const loader = ({ context }: LoaderFunctionArgs) => askInWorkshop(context, (api) => api(listOwnPeople))

export const action = (args: ActionFunctionArgs) =>
  answerForm(args, async (api, form) => {
    const [intent, id = ''] = formText(form, 'intent').split(' ')
    if (intent === 'remove')
      return { message: (await api(removeOwnPerson, { params: { person: id } })).message, back: page }
    if (intent === 'end')
      return { message: (await api(removeOwnDevice, { params: { device: id } })).message, back: page }
    if (intent === 'take-back')
      return { message: (await api(takeOwnInvitationBack, { params: { invitation: id } })).message, back: page }
    const { message, url } = await api(inviteOwnPerson, { body: invitedIn(form) })
    return { message, url }
  })

export default function PeoplePage() {
  const loaded = useLoaderData<typeof loader>()
  const say = usePages()
  if (!loaded) return null
  const { people, devices, invitations } = loaded
  return (
    <>
      <div>
        <h1 className="text-3xl">{say.whoWorks}</h1>
        <p className="text-ink-soft text-sm">{say.whoWorksText}</p>
      </div>
      <Panel>
        <ul>
          {people.map((person) => (
            <Person key={person._id} {...person} />
          ))}
          {invitations.map((invitation) => (
            <Invitation key={invitation._id} {...invitation} />
          ))}
        </ul>
      </Panel>
      <Invite />
      {devices.length > 0 && (
        <section className="grid gap-2">
          <h2 className="font-semibold text-lg">{say.phones}</h2>
          <p className="text-ink-soft text-sm">{say.phonesText}</p>
          <Panel>
            <ul>
              {devices.map((device) => (
                <Device key={device._id} {...device} />
              ))}
            </ul>
          </Panel>
        </section>
      )}
    </>
  )
}

const rowLook = 'grid gap-1 border-line p-4 not-first:border-t'

function Person({ _id, name, isHelper, opensWith, lastSeenAt }: PeopleAndDevices['people'][number]) {
  const say = usePages()
  const language = useLanguage()
  const removing = useSend({ intent: `remove ${_id}` })
  const wayWords = { PIN: say.opensWithPin, lock: say.opensWithLock, password: say.opensWithPassword }
  const ways = opensWith.map((way) => wayWords[way])
  return (
    <li className={rowLook}>
      <b>
        <Name>{name}</Name>
      </b>
      <p className="text-ink-soft text-sm">
        {[...(isHelper ? [say.helper] : []), ways.length > 0 ? ways.join(', ') : say.opensWithNothing].join(', ')}
      </p>
      {lastSeenAt && <p className="text-ink-mute text-sm">{say.lastUsed(formatDay(new Date(lastSeenAt), language))}</p>}
      {/* A second press is asked for without a script, too. */}
      <details>
        <summary className="link min-h-12 w-fit cursor-pointer content-center">{say.takeOut(name)}</summary>
        <form method="post" action={page} onSubmit={removing.submit} className="grid justify-items-start gap-2">
          <HiddenFields values={{ intent: `remove ${_id}` }} />
          <p>{say.sureTakeOut(name)}</p>
          <Button type="submit" variant="danger" busy={removing.busy} busyLabel={say.takingOut}>
            {say.yesTakeOut}
          </Button>
        </form>
      </details>
    </li>
  )
}

function Invitation({ _id, name, isHelper, until }: PeopleAndDevices['invitations'][number]) {
  const say = usePages()
  const language = useLanguage()
  const takingBack = useSend({ intent: `take-back ${_id}` })
  return (
    <li className={rowLook}>
      <b>
        <Name>{name}</Name>
      </b>
      <p className="text-ink-soft text-sm">
        {[...(isHelper ? [say.helper] : []), say.invited, say.until(formatDay(new Date(until), language))].join(', ')}
      </p>
      <form method="post" action={page} onSubmit={takingBack.submit}>
        <HiddenFields values={{ intent: `take-back ${_id}` }} />
        <Button type="submit" variant="quiet" busy={takingBack.busy} className="-ml-3">
          {say.takeBack(name)}
        </Button>
      </form>
    </li>
  )
}

function Device({
  _id,
  device,
  people,
  isShared,
  isThisDevice,
  isPaused,
  lastSeenAt,
}: PeopleAndDevices['devices'][number]) {
  const say = usePages()
  const language = useLanguage()
  const ending = useSend({ intent: `end ${_id}` })
  const facts = [
    people.map(({ name }) => name).join(', '),
    ...(isShared ? [say.shared] : []),
    ...(isThisDevice ? [say.thisPhone] : []),
    ...(isPaused ? [say.waits] : []),
  ]
  return (
    <li className={rowLook}>
      <b>
        <bdi lang="en-IN">{device}</bdi>
      </b>
      <p className="text-ink-soft text-sm">{facts.join(', ')}</p>
      <p className="text-ink-mute text-sm">{say.lastUsed(formatDay(new Date(lastSeenAt), language))}</p>
      <form method="post" action={page} onSubmit={ending.submit}>
        <HiddenFields values={{ intent: `end ${_id}` }} />
        <Button type="submit" variant="quiet" busy={ending.busy} busyLabel={say.ending} className="-ml-3">
          {say.end(device)}
        </Button>
      </form>
    </li>
  )
}

function Invite() {
  const say = usePages()
  const language = useLanguage()
  const form = useForm<'name' | 'phone', { url: string }>({
    intent: 'invite',
    fields: ['name', 'phone'],
    judge: () => undefined,
    onDone: (_, element) => element?.reset(),
  })
  return (
    <Panel aria-labelledby="invite" className="grid gap-4 p-4">
      <h2 id="invite" className="font-semibold text-lg">
        {say.inviteSomebody}
      </h2>
      <div role="status" className="empty:hidden">
        {form.done && <Link url={form.done.url} />}
      </div>
      <form {...form.attributes} action={page} className="grid gap-4">
        <HiddenFields values={{ intent: 'invite', language }} />
        <Refusal message={form.message} />
        <TextField {...form.field('name')} label={say.theirName} autoComplete="off" />
        <TextField
          {...form.field('phone')}
          required={false}
          label={say.theirPhone}
          inputMode="tel"
          autoComplete="off"
        />
        <label className="flex min-h-12 items-center gap-3">
          <input type="checkbox" name="helper" value="yes" className="size-6" />
          <span>{say.asHelper}</span>
        </label>
        <Button type="submit" variant="line" busy={form.busy} busyLabel={say.inviting}>
          {say.invite}
        </Button>
      </form>
    </Panel>
  )
}

/** This once: the shop keeps only its hash. */
function Link({ url }: { url: string }) {
  const say = usePages()
  return (
    <Notice tone="good">
      <p>{say.linkText}</p>
      <input
        readOnly
        aria-label={say.link}
        value={url}
        className="mt-2 min-h-12 w-full border border-line bg-white px-3 text-sm"
      />
      <a
        href={`https://wa.me/?${new URLSearchParams({ text: say.whatsappText(url) })}`}
        target="_blank"
        rel="noreferrer"
        className="link mt-2 inline-grid min-h-12 content-center"
      >
        {say.whatsapp}
      </a>
    </Notice>
  )
}
