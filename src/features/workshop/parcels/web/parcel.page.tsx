import { type ActionFunctionArgs, Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { hrefOf } from '#shared/endpoint.ts'
import { answerForm } from '#web/forms/answer-form.ts'
import { formText } from '#web/forms/form-text.ts'
import { useForm } from '#web/hooks/use-form.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { HiddenFields } from '#web/ui/hidden-fields.tsx'
import { Name } from '#web/ui/name.tsx'
import { Refusal } from '#web/ui/notice.tsx'
import { PageIcon } from '#web/ui/page-icon.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Thumbnail } from '#web/ui/picture.tsx'
import { Card, CardHead } from '../../web/card.tsx'
import { isTaskOf, TaskBar } from '../../web/task.tsx'
import { usePages } from '../../web/use-pages.ts'
import { askInWorkshop, titleIn, workshopMeta } from '../../web/workshop-page.ts'
import {
  getOwnLabel,
  getOwnParcel,
  getOwnSlip,
  listOwnParcels,
  packOwnParcel,
  sendOwnParcel,
  type WorkshopParcel,
} from '../parcels.contract.ts'
import { SendParcel } from './send-parcel.tsx'

export { WorkshopFailed as ErrorBoundary } from '../../web/workshop-failed.tsx'

export const handle = isTaskOf('/workshop/parcels')

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
    const open = parcel.status === 'Shipped' ? await api(listOwnParcels, { query: { state: 'open' } }) : undefined
    return { parcel, papers, next: open?.parcels[0]?._id }
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
  const { parcel, papers, next } = loaded
  const { code, status, town, to } = parcel
  return (
    <>
      <div>
        <BackLink to="/workshop/parcels" className="max-nav:hidden">
          {say.back}
        </BackLink>
        <h1 className="wrap-anywhere text-3xl">
          <bdi lang="en-IN">{to ? `${to.name}, ${to.city}` : town}</bdi>
        </h1>
        <p className="text-ink-soft">
          {say.status[status]}, {code}
        </p>
      </div>
      {status === 'To pack' && <Pack parcel={parcel} />}
      {to && <SendParcel parcel={parcel} to={to} papers={papers} />}
      {status === 'Shipped' && <Sent parcel={parcel} next={next} />}
      {status !== 'To pack' && <Contents items={parcel.items} />}
    </>
  )
}

function Pack({ parcel: { items } }: { parcel: WorkshopParcel }) {
  const say = usePages()
  const form = useForm({ intent: 'pack', fields: [], judge: () => undefined })
  return (
    <form {...form.attributes} className="grid gap-4">
      <HiddenFields values={{ intent: 'pack' }} />
      <Card>
        <CardHead text={say.inBoxText}>{say.inBox}</CardHead>
        <ul className="grid gap-3">
          {items.map(({ name, quantity, picture }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a piece may be there twice, and none moves
            <li key={at}>
              <label className="flex min-h-28 cursor-pointer items-center gap-4 border border-line-strong has-checked:border-2 has-checked:border-neem-700">
                <Thumbnail picture={picture ?? undefined} sizes="112px" className="size-28 flex-none" />
                <span className="min-w-0 flex-1">
                  <b className="block">× {quantity}</b>
                  <Name>{name}</Name>
                </span>
                <input type="checkbox" className="mr-4 size-8 flex-none accent-neem-700" />
              </label>
            </li>
          ))}
        </ul>
      </Card>
      <p className="flex items-center gap-2 text-ink-soft text-sm">
        <PageIcon name="info" size="sm" />
        {say.addressLater}
      </p>
      <TaskBar>
        <Refusal message={form.message} />
        <Button type="submit" block busy={form.busy} busyLabel={say.packing}>
          {say.packed}
        </Button>
      </TaskBar>
    </form>
  )
}

/** After that name and address are gone. */
function Sent({ parcel, next }: { parcel: WorkshopParcel; next: string | undefined }) {
  const { courier, trackingNumber } = parcel
  const say = usePages()
  return (
    <>
      <Card>
        <h2 className="flex items-center gap-3 heading-plain pr-14 text-lg">
          <PageIcon name="truck" className="flex-none text-neem-700" />
          {say.parcelSent}
        </h2>
        {courier && (
          <p className="wrap-anywhere">
            <bdi lang="en-IN">{courier}</bdi> {trackingNumber && <b className="figures block">{trackingNumber}</b>}
          </p>
        )}
        <p>{say.onItsWay}</p>
        <p className="text-ink-soft text-sm">{say.dueOnArrival}</p>
      </Card>
      <TaskBar>
        <ButtonLink to={next ? `/workshop/parcels/${next}` : '/workshop'} block>
          {next ? say.nextParcel : say.today}
        </ButtonLink>
        <Link to="/workshop/parcels" className="link grid min-h-12 place-items-center nav:hidden">
          {say.back}
        </Link>
      </TaskBar>
    </>
  )
}

const Contents = ({ items }: Pick<WorkshopParcel, 'items'>) => {
  const say = usePages()
  return (
    <Panel className="p-4">
      <ul className="grid gap-3">
        {items.map(({ name, quantity, picture }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a piece may be there twice, and none moves
          <li key={at} className="flex items-center gap-4">
            {picture && <Thumbnail picture={picture} sizes="64px" className="size-16 flex-none" />}
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
  )
}
