import { type ActionFunctionArgs, Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { hrefOf } from '#shared/endpoint.ts'
import { formatRupeesShort } from '#shared/money.ts'
import { answerForm } from '#web/forms/answer-form.ts'
import { formText } from '#web/forms/form-text.ts'
import { useForm } from '#web/hooks/use-form.ts'
import { useSettings } from '#web/hooks/use-root.ts'
import { Button, DownloadLink } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { HiddenFields } from '#web/ui/hidden-fields.tsx'
import { Name } from '#web/ui/name.tsx'
import { Notice, Refusal } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Thumbnail } from '#web/ui/picture.tsx'
import { Card } from '../../web/card.tsx'
import { usePages } from '../../web/use-pages.ts'
import { askInWorkshop, titleIn, workshopMeta } from '../../web/workshop-page.ts'
import {
  getOwnLabel,
  getOwnParcel,
  getOwnSlip,
  packOwnParcel,
  sendOwnParcel,
  type WorkshopParcel,
} from '../parcels.contract.ts'

export { WorkshopFailed as ErrorBoundary } from '../../web/workshop-failed.tsx'

export const meta: MetaFunction = ({ matches }) =>
  workshopMeta(
    matches,
    titleIn(matches, ({ parcels }) => parcels),
    '/workshop/parcels',
  )

export const loader = ({ params: { id = '' }, context }: LoaderFunctionArgs) =>
  askInWorkshop(context, async (api) => {
    const params = { id }
    const { parcel } = await api(getOwnParcel, { params })
    const papers = { slip: hrefOf(getOwnSlip, { params }), label: hrefOf(getOwnLabel, { params }) }
    return { parcel, papers }
  })

export const action = (args: ActionFunctionArgs) =>
  answerForm(args, async (api, form) => {
    const params = { id: args.params.id ?? '' }
    const back = `/workshop/parcels/${params.id}`
    if (formText(form, 'intent') === 'pack') return { message: (await api(packOwnParcel, { params })).message, back }
    const body = { courier: formText(form, 'courier'), trackingNumber: formText(form, 'trackingNumber') }
    return { message: (await api(sendOwnParcel, { params, body })).message, back }
  })

/** One parcel: what is in it, then where it goes, then that it left. */
export default function ParcelPage() {
  const loaded = useLoaderData<typeof loader>()
  const say = usePages()
  if (!loaded) return null
  const { parcel, papers } = loaded
  const { code, status, items } = parcel
  return (
    <>
      <Link to="/workshop/parcels" className="link grid min-h-12 items-center justify-self-start">
        {say.back}
      </Link>
      <div>
        <h1 className="text-3xl">{say.parcel(code)}</h1>
        <p className="text-ink-soft">{say.status[status]}</p>
      </div>
      <Panel className="p-4">
        <ul className="grid gap-3">
          {items.map(({ name, quantity, picture }) => (
            <li key={name} className="flex items-center gap-4">
              <Thumbnail picture={picture ?? undefined} sizes="112px" className="size-28 flex-none" />
              <span>
                <b className="block">
                  <Name>{name}</Name>
                </b>
                <span>{say.pieces(quantity)}</span>
              </span>
            </li>
          ))}
        </ul>
      </Panel>
      {status === 'To pack' && <Pack />}
      {parcel.to && <Send parcel={parcel} to={parcel.to} papers={papers} />}
      {status === 'Shipped' && (
        <Notice tone="good">
          {say.onItsWay} {[parcel.courier, parcel.trackingNumber].filter(Boolean).join(', ')}
        </Notice>
      )}
    </>
  )
}

function Pack() {
  const say = usePages()
  const form = useForm({ intent: 'pack', fields: [], judge: () => undefined })
  return (
    <form {...form.attributes} className="grid gap-3">
      <HiddenFields values={{ intent: 'pack' }} />
      <Refusal message={form.message} />
      <Button type="submit" block busy={form.busy} busyLabel={say.packing}>
        {say.packed}
      </Button>
    </form>
  )
}

/** The address as the shopper typed it, large enough to copy by hand. */
function Send({
  parcel: { cash, courier, trackingNumber },
  to,
  papers,
}: {
  parcel: WorkshopParcel
  papers: { slip: string; label: string }
  to: NonNullable<WorkshopParcel['to']>
}) {
  const say = usePages()
  const { supportEmail } = useSettings()
  const form = useForm({
    intent: 'send',
    fields: ['courier', 'trackingNumber'],
    start: { courier: courier ?? '', trackingNumber: trackingNumber ?? '' },
    judge: () => undefined,
  })
  return (
    <>
      <Card aria-labelledby="to">
        <h2 id="to" className="pr-14 font-semibold text-lg">
          {say.sendTo}
        </h2>
        <address lang="en-IN" className="wrap-anywhere text-xl not-italic">
          <b className="block">{to.name}</b>
          <span className="block">{to.street}</span>
          <span className="block">
            {to.city}, {to.state}, {to.country}
          </span>
          <b className="figures block text-3xl">{to.zipcode}</b>
        </address>
        <p className="text-ink-soft text-sm">{say.copyAddress}</p>
        <p className="flex flex-wrap gap-x-6">
          <DownloadLink href={papers.slip}>{say.slip}</DownloadLink>
          <DownloadLink href={papers.label}>{say.label}</DownloadLink>
        </p>
        <p className="text-ink-soft text-sm">
          {say.contact} <bdi lang="en-IN">{supportEmail}</bdi>
        </p>
        <p className="border border-ink p-3 font-semibold">
          {cash > 0 ? say.courierCollects(formatRupeesShort(cash)) : say.paidAlready}
        </p>
      </Card>
      <form {...form.attributes} className="grid gap-4">
        <HiddenFields values={{ intent: 'send' }} />
        <Refusal message={form.message} />
        <TextField {...form.field('courier')} label={say.courier} autoComplete="off" />
        <TextField
          {...form.field('trackingNumber')}
          required={false}
          label={say.trackingNumber}
          hint={say.optional}
          autoComplete="off"
        />
        <Button type="submit" block busy={form.busy} busyLabel={say.packing}>
          {say.sent}
        </Button>
      </form>
    </>
  )
}
