import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  useLoaderData,
  useParams,
} from 'react-router'
import { getProducer } from '#features/producers/producers.contract.ts'
import { ProducerTabs } from '#features/producers/web/seller-producer-tabs.tsx'
import { qrPath } from '#features/second-factor/web/qr-code.ts'
import { formatDay, formatMoment } from '#shared/day.ts'
import { languages, ownNames } from '#shared/languages.ts'
import { answerForm } from '#web/forms/answer-form.ts'
import { formText } from '#web/forms/form-text.ts'
import { useForm } from '#web/hooks/use-form.ts'
import { useSend } from '#web/hooks/use-send.ts'
import { SellerFailed } from '#web/layouts/seller-failed.tsx'
import { useMay } from '#web/rights.ts'
import { askAsSeller, sellerMeta } from '#web/seller-page.ts'
import { Button } from '#web/ui/button.tsx'
import { EmailField, SelectField, TextField } from '#web/ui/field.tsx'
import { HiddenFields } from '#web/ui/hidden-fields.tsx'
import { Name } from '#web/ui/name.tsx'
import { Refusal } from '#web/ui/notice.tsx'
import { Panel, SellerHead } from '#web/ui/panel.tsx'
import { ShownOnce } from '#web/ui/seller-shown-once.tsx'
import {
  inviteProducerPerson,
  listProducerPeople,
  type PeopleAndDevices,
  removeProducerDevice,
  removeProducerPerson,
  resumeProducerDevice,
  takeInvitationBack,
} from '../people.contract.ts'
import { invitedIn } from './invited-in.ts'
import { InvitationCard } from './seller-invitation-card.tsx'

const title = 'People and phones'
const pageOf = (id: string) => `/seller/producers/${id}/people`

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData }) =>
  sellerMeta(matches, loaderData, title, '/seller/approved-producers')

export const loader = ({ params: { id = '' }, context }: LoaderFunctionArgs) =>
  askAsSeller(context, async (api) => {
    const [people, { producer }] = await Promise.all([
      api(listProducerPeople, { params: { id } }),
      api(getProducer, { params: { id } }),
    ])
    return { ...people, producer: { _id: producer._id, name: producer.name } }
  })

export const action = (args: ActionFunctionArgs) =>
  answerForm(args, async (api, form) => {
    const id = args.params.id ?? ''
    const back = pageOf(id)
    const [intent, of = ''] = formText(form, 'intent').split(' ')
    if (intent === 'remove')
      return { message: (await api(removeProducerPerson, { params: { id, person: of } })).message, back }
    if (intent === 'end')
      return { message: (await api(removeProducerDevice, { params: { id, device: of } })).message, back }
    if (intent === 'resume')
      return { message: (await api(resumeProducerDevice, { params: { id, device: of } })).message, back }
    if (intent === 'take-back')
      return { message: (await api(takeInvitationBack, { params: { id, invitation: of } })).message, back }
    const body = invitedIn(form)
    const { message, url, until } = await api(inviteProducerPerson, { params: { id }, body })
    return { message, url, until, name: body.name, language: body.language ?? 'hi', qr: qrPath(url) }
  })

/** Who opens the workshop of a producer, on which phones, and how somebody new comes in. */
export default function SellerPeoplePage() {
  const loaded = useLoaderData<typeof loader>()
  if (!loaded) return null
  const { producer, people, devices, invitations } = loaded
  return (
    <>
      <div className="print:hidden">
        <SellerHead title={title} text={<Name>{producer.name}</Name>} />
        <ProducerTabs id={producer._id} />
      </div>
      <div className="grid items-start gap-5 orders:grid-cols-[1fr_24rem]">
        <div className="grid gap-5 print:hidden">
          <Panel aria-labelledby="people">
            <h2 id="people" className="p-4 text-xl nav:px-6">
              Who works for them
            </h2>
            {people.length + invitations.length === 0 && (
              <p className="border-line border-t p-4 text-ink-soft nav:px-6">Nobody yet. Invite the first person.</p>
            )}
            <ul>
              {people.map((person) => (
                <PersonRow key={person._id} person={person} />
              ))}
              {invitations.map((invitation) => (
                <InvitationRow key={invitation._id} invitation={invitation} />
              ))}
            </ul>
          </Panel>
          {devices.length > 0 && (
            <Panel aria-labelledby="devices">
              <div className="p-4 nav:px-6">
                <h2 id="devices" className="text-xl">
                  Phones and computers
                </h2>
                <p className="text-ink-soft text-sm">
                  A phone is known for a year. Ending it here logs everybody out on it at once; they need a new
                  invitation.
                </p>
              </div>
              <ul>
                {devices.map((device) => (
                  <DeviceRow key={device._id} device={device} />
                ))}
              </ul>
            </Panel>
          )}
        </div>
        <Invite producer={producer} people={people} />
      </div>
    </>
  )
}

export const ErrorBoundary = () => <SellerFailed title={title} what="people and phones" />

const rowLook = 'flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-line border-t px-4 py-3 nav:px-6'

const moment = (at: Date) => {
  const { day, time } = formatMoment(new Date(at))
  return `${day}, ${time}`
}

function Act({ intent, busyLabel, children, of }: { intent: string; busyLabel: string; children: string; of: string }) {
  const { id = '' } = useParams()
  const send = useSend({ intent })
  return (
    <form method="post" action={pageOf(id)} onSubmit={send.submit}>
      <HiddenFields values={{ intent }} />
      <Button type="submit" variant="quiet" size="sm" busy={send.busy} busyLabel={busyLabel} className="min-h-11">
        {children}
        <span className="sr-only"> {of}</span>
      </Button>
    </form>
  )
}

const wayWords = { PIN: 'PIN', lock: 'the lock of a phone', password: 'password' }

function PersonRow({
  person: { _id, name, isHelper, opensWith, lastSeenAt },
}: {
  person: PeopleAndDevices['people'][number]
}) {
  return (
    <li className={rowLook}>
      <div>
        <b>
          <Name>{name}</Name>
        </b>
        <p className="text-ink-soft text-sm">
          {[
            isHelper ? 'Helper' : '',
            opensWith.map((way) => wayWords[way]).join(', ') || 'No phone any more',
            lastSeenAt ? `last here ${moment(lastSeenAt)}` : '',
          ]
            .filter(Boolean)
            .join(', ')}
        </p>
      </div>
      <details className="text-sm">
        <summary className="link min-h-11 cursor-pointer content-center">
          End<span className="sr-only"> {name}</span>
        </summary>
        <p>Logged out everywhere at once; only a new invitation helps.</p>
        <Act intent={`remove ${_id}`} busyLabel="Ending" of={name}>
          Yes, end
        </Act>
      </details>
    </li>
  )
}

function InvitationRow({
  invitation: { _id, name, isHelper, until },
}: {
  invitation: PeopleAndDevices['invitations'][number]
}) {
  return (
    <li className={rowLook}>
      <div>
        <b>
          <Name>{name}</Name>
        </b>
        <p className="text-ink-soft text-sm">
          {isHelper ? 'Helper, invited' : 'Invited'} until {formatDay(new Date(until))}
        </p>
      </div>
      <Act intent={`take-back ${_id}`} busyLabel="Taking back" of={`the invitation of ${name}`}>
        Take back
      </Act>
    </li>
  )
}

function DeviceRow({
  device: { _id, device, people, isShared, isPaused, since, lastSeenAt },
}: {
  device: PeopleAndDevices['devices'][number]
}) {
  const may = useMay()
  return (
    <li className={rowLook}>
      <div>
        <b>{isShared ? `${device}, shared` : device}</b>
        <p className="text-ink-soft text-sm">
          {people.map(({ name, isOver }) => (isOver ? `${name} (ended by itself: five wrong PINs)` : name)).join(', ')}.
          Since {formatDay(new Date(since))}, last used {moment(lastSeenAt)}
        </p>
        {isPaused && (
          <p className="text-sm">It waits since a restore, and opens nothing until somebody with team lets it in.</p>
        )}
      </div>
      <div className="flex">
        {isPaused && may('team') && (
          <Act intent={`resume ${_id}`} busyLabel="Letting in" of={device}>
            Let in
          </Act>
        )}
        <Act intent={`end ${_id}`} busyLabel="Ending" of={device}>
          End
        </Act>
      </div>
    </li>
  )
}

interface Made {
  url: string
  until: Date
  name: string
  language: (typeof languages)[number]
  qr: { path: string; size: number }
}

function Invite({ producer, people }: { producer: { _id: string; name: string }; people: PeopleAndDevices['people'] }) {
  const form = useForm<'name' | 'phone' | 'email' | 'language' | 'person', Made>({
    intent: 'invite',
    fields: ['name', 'phone', 'email', 'language', 'person'],
    start: { language: 'hi' },
    judge: () => undefined,
    onDone: (_, element) => element?.reset(),
  })
  const { done } = form
  return (
    <Panel aria-labelledby="invite" className="grid gap-4 p-4 nav:p-6 print:border-0 print:p-0">
      <h2 id="invite" className="text-xl print:hidden">
        Invite a person
      </h2>
      <div role="status" className="grid gap-3 empty:hidden">
        {done && (
          <>
            <div className="grid gap-3 print:hidden">
              <ShownOnce label="Link of the invitation" value={done.url}>
                The invitation is ready. It works once, until {formatDay(new Date(done.until))}. It is shown only now.
              </ShownOnce>
            </div>
            <InvitationCard {...done} until={new Date(done.until)} />
          </>
        )}
      </div>
      <form {...form.attributes} action={pageOf(producer._id)} className="grid gap-4 print:hidden">
        <HiddenFields values={{ intent: 'invite' }} />
        <Refusal message={form.message} />
        <TextField {...form.field('name')} label="Name" autoComplete="off" />
        <TextField
          {...form.field('phone')}
          required={false}
          label="Mobile number"
          optional
          hint="Its last 4 digits are asked before the door opens."
          inputMode="tel"
          autoComplete="off"
        />
        <EmailField
          {...form.field('email')}
          required={false}
          optional
          hint="The link is mailed, too."
          autoComplete="off"
        />
        <SelectField {...form.field('language')} required={false} label="They read">
          {[...languages].reverse().map((language) => (
            <option key={language} value={language} lang={language}>
              {ownNames[language]}
            </option>
          ))}
        </SelectField>
        {people.length > 0 && (
          <SelectField
            {...form.field('person')}
            required={false}
            label="For"
            hint="A new phone or PIN for somebody who is there already, or somebody new."
          >
            <option value="">Somebody new</option>
            {people.map(({ _id, name }) => (
              <option key={_id} value={_id}>
                {name}
              </option>
            ))}
          </SelectField>
        )}
        <label className="flex min-h-11 items-center gap-3">
          <input type="checkbox" name="helper" value="yes" className="size-5" />
          <span>A helper, who sees no money and no people</span>
        </label>
        <Button type="submit" busy={form.busy} busyLabel="Making it" className="justify-self-start">
          Make the invitation
        </Button>
      </form>
    </Panel>
  )
}
