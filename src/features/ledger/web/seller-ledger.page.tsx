import { useContext } from 'react'
import { type ActionFunctionArgs, Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { afterAsking } from '#features/second-yes/web/after-asking.ts'
import { formatMoment, formatMonth } from '#shared/day.ts'
import { readFields } from '#shared/form-fields.ts'
import { newId } from '#shared/ids.ts'
import { formatRupees } from '#shared/money.ts'
import { answerForm } from '#web/forms/answer-form.ts'
import { formText } from '#web/forms/form-text.ts'
import { SellerFailed } from '#web/layouts/seller-failed.tsx'
import { Restores } from '#web/restored-shop.ts'
import { askAsSeller, askedPage, sellerMeta } from '#web/seller-page.ts'
import { ListPager } from '#web/ui/list-pager.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel, SellerHead } from '#web/ui/panel.tsx'
import {
  addCommunityPayout,
  addCorrection,
  getLedger,
  getLedgerCheck,
  listCorrections,
  previewCorrection,
} from '../ledger.contract.ts'
import { amountKeys, amountNames, countOf } from '../ledger.words.ts'
import { communityFields, correctionFields, readCommunity, readCorrection } from '../ledger-forms.rules.ts'
import { LedgerCommunity } from './ledger-community.tsx'
import { RestoresPanel } from './restored.tsx'
import { CommunityForm } from './seller-community-form.tsx'
import { CorrectionForm } from './seller-correction-form.tsx'

const title = 'Ledger'
const page = '/seller/ledger'

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData }) =>
  sellerMeta(matches, loaderData, title, page)

export const loader = ({ request, context }: LoaderFunctionArgs) =>
  askAsSeller(context, async (api) => {
    const [{ ledger }, list, { check }] = await Promise.all([
      api(getLedger),
      api(listCorrections, { query: { page: askedPage(request) } }),
      api(getLedgerCheck),
    ])
    // One for each time the page is shown, so that a form sent twice counts once.
    return { ledger, list, check, key: newId() }
  })

export const action = (args: ActionFunctionArgs) =>
  answerForm(
    args,
    async (api, form) => {
      const headers = { 'idempotency-key': formText(form, 'key') }
      if (formText(form, 'intent') === 'give') {
        const body = readCommunity(readFields(communityFields, form))
        return afterAsking(await api(addCommunityPayout, { headers, body }), page)
      }
      const typed = readFields(correctionFields, form)
      if (formText(form, 'intent') === 'look')
        return { preview: await api(previewCorrection, { body: readCorrection(typed) }), typed }
      return afterAsking(await api(addCorrection, { headers, body: readCorrection(typed) }), page)
    },
    {
      // The form calls two fields otherwise.
      reword: ({ message, fields = {} }) => {
        const { producer, producerShare, ...rest } = fields
        return {
          message,
          fields: {
            ...rest,
            ...(producer ? { of: producer } : {}),
            ...(producerShare ? { producer: producerShare } : {}),
          },
        }
      },
    },
  )

const rightInWords = (entries: number) =>
  entries === 0 ? 'there was no entry yet' : `all ${countOf(entries)} entries right`

export default function SellerLedgerPage() {
  const answer = useLoaderData<typeof loader>()
  const restores = useContext(Restores)
  if (!answer) return null
  const { ledger, list, check, key } = answer
  const at = check && formatMoment(check.at)
  return (
    <>
      <SellerHead
        title={title}
        text={ledger.entries === 0 ? 'No entry yet' : `${countOf(ledger.entries)} entries, without a gap`}
      >
        <Link to="/ledger" className="link inline-flex min-h-11 items-center text-sm">
          View as everybody sees it
        </Link>
      </SellerHead>
      {check && check.off !== null ? (
        <Notice tone="bad" className="mb-5">
          <b>
            Entry {countOf(check.off)} is off: {check.problem}.
          </b>{' '}
          Found {at?.day}, {at?.time}. Compare with your last backup before you do anything else.
        </Notice>
      ) : (
        <p className="mb-5 text-ink-soft text-sm">
          {at
            ? `Last check ${at.day}, ${at.time}: ${rightInWords(check?.entries ?? 0)}.`
            : 'Not checked yet. It is checked every night.'}
        </p>
      )}
      <Panel className="p-5 nav:p-6">
        <LedgerCommunity community={ledger.community} isPanel />
        <CommunityForm idempotencyKey={key} left={ledger.community.left} />
      </Panel>
      <Panel aria-labelledby="corrections" className="mt-5 p-5 nav:p-6">
        <h2 id="corrections" className="heading-plain text-lg leading-tight">
          Corrections
        </h2>
        <p className="mt-1 mb-4 max-w-prose text-ink-soft text-sm">
          Nothing that is entered is ever changed. A mistake gets one more entry with a reason, which counts in{' '}
          {formatMonth(ledger.month)}. What it adds to a maker is due at once.
        </p>
        <CorrectionForm idempotencyKey={key} />
        <ul className="mt-6 text-sm">
          {list.corrections.map(({ entry, at: enteredAt, reason, producer, shares, tax }) => {
            const amounts = { ...shares, tax }
            const moment = formatMoment(enteredAt)
            return (
              <li key={entry} className="border-line border-t py-3">
                <p className="wrap-anywhere">
                  <b>Entry {countOf(entry)}</b>, {moment.day}, {moment.time}: {reason}
                </p>
                <p className="text-ink-soft">
                  {producer && <bdi>{`${producer.name}: `}</bdi>}
                  <span>
                    {amountKeys
                      .filter((name) => amounts[name] !== 0)
                      .map((name) => `${amountNames[name]} ${formatRupees(amounts[name])}`)
                      .join(', ')}
                  </span>
                </p>
              </li>
            )
          })}
        </ul>
        <ListPager {...list} />
      </Panel>
      <RestoresPanel restores={restores} />
    </>
  )
}

export const ErrorBoundary = () => <SellerFailed title={title} what="the ledger" />
