import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import type { z } from 'zod'
import { formatDay, readDay } from '#shared/day.ts'
import { answerForm } from '#web/forms/answer-form.ts'
import { formText } from '#web/forms/form-text.ts'
import { useForm } from '#web/hooks/use-form.ts'
import { useSend } from '#web/hooks/use-send.ts'
import { SellerFailed } from '#web/layouts/seller-failed.tsx'
import { askAsSeller, sellerMeta } from '#web/seller-page.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { HiddenFields } from '#web/ui/hidden-fields.tsx'
import { Refusal } from '#web/ui/notice.tsx'
import { Panel, SellerHead } from '#web/ui/panel.tsx'
import { PostRefused } from '#web/ui/post-refused.tsx'
import { SellerTable } from '#web/ui/seller-list.tsx'
import { SendFailed } from '#web/ui/send-failed.tsx'
import { addPercentages, firstFreeDay, listPercentages, removePercentages } from '../percentages.contract.ts'
import { percentagesFields, percentagesProblem, percentOf } from '../percentages-form.rules.ts'

const title = 'Shares of the profit'
const page = '/seller/percentages'
const columns = {
  From: 'text-left',
  Maker: 'text-right',
  Community: 'text-right',
  Shop: 'text-right',
  'Entered by': 'text-left',
  Act: 'text-right',
}

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData }) =>
  sellerMeta(matches, loaderData, title, page)

export const loader = ({ context }: LoaderFunctionArgs) =>
  askAsSeller(context, async (api) => ({ ...(await api(listPercentages)), first: firstFreeDay(new Date()) }))

export const action = (args: ActionFunctionArgs) =>
  answerForm(args, async (api, form) => {
    const from = formText(form, 'from')
    if (formText(form, 'intent') === 'remove')
      return { message: (await api(removePercentages, { params: { from } })).message, back: page }
    const body = {
      from,
      producer: percentOf(formText(form, 'producer')),
      community: percentOf(formText(form, 'community')),
      shop: percentOf(formText(form, 'shop')),
    }
    return { message: (await api(addPercentages, { body })).message, back: page }
  })

export default function SellerPercentagesPage() {
  const answer = useLoaderData<typeof loader>()
  const removing = useSend({ intent: 'remove' })
  if (!answer) return null
  const { percentages, first } = answer
  return (
    <>
      <BackLink to="/seller/product-list">Product List</BackLink>
      <SellerHead
        title={title}
        text="The profit is what is left of an offer price after the maker’s price and the costs. These percentages share it."
      />
      <PostRefused />
      <div className="grid gap-5">
        <Add first={first} />
        <Panel aria-label="All percentages">
          <SendFailed failed={removing.failed} className="m-4" />
          <SellerTable from="nav" columns={columns}>
            {percentages.map((row) => (
              <Row key={row.from} row={row} removing={removing} />
            ))}
          </SellerTable>
        </Panel>
      </div>
    </>
  )
}

function Add({ first }: { first: string }) {
  const form = useForm({
    intent: 'add',
    fields: percentagesFields,
    judge: percentagesProblem,
    onDone: (_, element) => element?.reset(),
  })
  const asPercent = { inputMode: 'numeric', autoComplete: 'off', maxLength: 3 } as const
  return (
    <Panel aria-labelledby="new-percentages" className="p-5 nav:p-6">
      <h2 id="new-percentages" className="heading-plain mb-1 text-lg leading-tight">
        New percentages
      </h2>
      <p className="mb-4 text-ink-mute text-sm leading-hint">
        They hold from a day to come on. Orders placed before keep their shares.
      </p>
      <form {...form.attributes} action={page} className="grid gap-4.5">
        <HiddenFields values={{ intent: 'add' }} />
        <div className="grid grid-cols-1 gap-x-4 gap-y-4.5 sm:grid-cols-2 cart:grid-cols-4">
          <TextField {...form.field('from')} label="From" type="date" min={first} />
          <TextField {...form.field('producer')} {...asPercent} label="Maker (%)" />
          <TextField {...form.field('community')} {...asPercent} label="Community (%)" />
          <TextField {...form.field('shop')} {...asPercent} label="Shop (%)" />
        </div>
        <Refusal message={form.message} />
        <SendFailed failed={form.failed} />
        <Button type="submit" busy={form.busy} className="justify-self-start">
          Add
        </Button>
      </form>
    </Panel>
  )
}

type Sending = ReturnType<typeof useSend>
type Percentages = z.output<typeof listPercentages.response>['percentages'][number]

const cell = 'nav:border-line nav:border-b nav:px-4 nav:py-3'
const states = { coming: 'to come', now: 'today', past: 'past' }

/** A table row; below 905 px a block. */
function Row({ row, removing }: { row: Percentages; removing: Sending }) {
  const day = formatDay(readDay(row.from))
  return (
    <tr className="block border-line border-b px-4 py-3 nav:table-row nav:border-0">
      <td className={`${cell} block font-semibold nav:table-cell`}>
        <span>{row.by ? day : 'The beginning'}</span>{' '}
        <span className="font-normal text-ink-mute text-sm">{states[row.state]}</span>
      </td>
      <Figure name="Maker" percent={row.producer} />
      <Figure name="Community" percent={row.community} />
      <Figure name="Shop" percent={row.shop} />
      <td className={`${cell} wrap-anywhere block text-ink-soft text-sm nav:table-cell`}>{row.by}</td>
      <td className={`${cell} block nav:table-cell nav:text-right`}>
        {row.state === 'coming' && <Remove from={row.from} day={day} sending={removing} />}
      </td>
    </tr>
  )
}

const Figure = ({ name, percent }: { name: string; percent: number }) => (
  <td className={`${cell} flex justify-between nav:table-cell nav:text-right`}>
    <span className="text-ink-soft text-sm nav:hidden">{name}</span>
    <span className="figures">{percent}%</span>
  </td>
)

function Remove({ from, day, sending }: { from: string; day: string; sending: Sending }) {
  const isThis = sending.sending?.get('from') === from
  return (
    <form method="post" action={page} onSubmit={sending.submit} className="nav:inline-block">
      <HiddenFields values={{ intent: 'remove', from }} />
      <Button type="submit" variant="line" size="sm" busy={sending.busy && isThis}>
        Remove<span className="sr-only"> the percentages from {day} on</span>
      </Button>
    </form>
  )
}

export const ErrorBoundary = () => <SellerFailed title={title} what="the percentages" />
