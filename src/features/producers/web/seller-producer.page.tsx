import {
  type ActionFunctionArgs,
  data,
  Link,
  type LoaderFunctionArgs,
  type MetaFunction,
  useLoaderData,
} from 'react-router'
import { readFields } from '#shared/form-fields.ts'
import { answerForm } from '#web/forms/answer-form.ts'
import type { Reword } from '#web/forms/form-answer.ts'
import { formText } from '#web/forms/form-text.ts'
import { SellerFailed } from '#web/layouts/seller-failed.tsx'
import { readPart, UNREAD } from '#web/read-part.ts'
import { useMay } from '#web/rights.ts'
import { askAsSeller, sellerMeta } from '#web/seller-page.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { Name } from '#web/ui/name.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel, SellerHead } from '#web/ui/panel.tsx'
import { TakeOut } from '#web/ui/take-out.tsx'
import { applicationFields, refusedIn, sampleFields, type TypedApplication } from '../application-form.rules.ts'
import { applicationFormEn } from '../apply/web/application.words.en.ts'
import { ApplicationForm, type FormUse } from '../apply/web/application-form.tsx'
import { endHoliday, getHoliday, type HolidayState, setHoliday } from '../holidays/holidays.contract.ts'
import { HOLIDAY, HolidayForm, NO_HOLIDAY } from '../holidays/web/seller-holiday-form.tsx'
import { papersProblems } from '../papers.rules.ts'
import {
  editProducer,
  getApplication,
  type Papers,
  type StoredApplication,
  suspendProducer,
  unsuspendProducer,
} from '../producers.contract.ts'
import { producerUrl } from '../producers.rules.ts'
import { sendsFromProblems } from '../sends-from.rules.ts'
import { CONSENT, LedgerConsentForm, readConsent } from './seller-ledger-consent-form.tsx'
import { PAPERS, PapersForm, readPapers } from './seller-papers-form.tsx'
import { ProducerTabs } from './seller-producer-tabs.tsx'
import { RecordPart } from './seller-record-part.tsx'
import { readSendsFrom, SENDS, SendsFromForm } from './seller-sends-from-form.tsx'
import { readTrust, TRUST, TrustForm } from './seller-trust-form.tsx'

const title = 'Edit Producer'

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData, location }) =>
  sellerMeta(matches, loaderData, `Edit ${loaderData?.application.name}`, location.pathname)

/** Only approved producers have a page to edit. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const of = { params: { id: params.id ?? '' } }
  const answer = await askAsSeller(context, async (api) => {
    const [found, away] = await Promise.all([api(getApplication, of), readPart(api(getHoliday, of))])
    return { ...found, away }
  })
  if (answer && answer.application.status !== 'approved') throw data(null, { status: 404 })
  return answer
}

const reword: Reword = (refused) => {
  const { fields, ...words } = refusedIn(editing.failed)(refused)
  return { ...words, fields: { ...fields, ...sendsFromProblems(refused.fields), ...papersProblems(refused.fields) } }
}

function readChange(intent: string, form: FormData) {
  if (intent === SENDS) return { sendsFrom: readSendsFrom(form) }
  if (intent === PAPERS) return { papers: readPapers(form) }
  if (intent === CONSENT) return { ledgerConsent: readConsent(form) }
  if (intent === TRUST) return readTrust(form)
  return readEdited(form)
}

export const action = (args: ActionFunctionArgs) =>
  answerForm(
    args,
    async (api, form) => {
      const params = { id: args.params.id ?? '' }
      const intent = formText(form, 'intent')
      const { message } =
        intent === 'take-out'
          ? await api(suspendProducer, { params })
          : intent === 'bring-back'
            ? await api(unsuspendProducer, { params })
            : intent === HOLIDAY
              ? await api(setHoliday, { params, body: { from: formText(form, 'from'), to: formText(form, 'to') } })
              : intent === NO_HOLIDAY
                ? await api(endHoliday, { params })
                : await api(editProducer, {
                    params,
                    body: readChange(intent, form),
                  })
      return { message, back: args.url.pathname }
    },
    { reword },
  )

/** A sample's form has no e-mail address. */
const readEdited = (form: FormData) => readFields(form.has('email') ? applicationFields : sampleFields, form)

const typedOf = ({
  yearsInBusiness,
  specialties,
  sendsFrom,
  ledgerConsent,
  isTrusted,
  language,
  ...texts
}: StoredApplication): TypedApplication => ({
  ...texts,
  // Where the shop does not know, 0.
  yearsInBusiness: yearsInBusiness === 0 ? '' : String(yearsInBusiness),
  specialties: specialties.join(', '),
})

const editing: FormUse = {
  words: applicationFormEn,
  titles: ['Who they are', 'Their work', 'Photos', 'How to reach them'],
  labels: { name: 'Name', story: 'Story' },
  hints: {
    story: 'As it stands on their page. An empty line begins a new paragraph.',
    profileImageUrl: 'The web address of a photo of them.',
  },
  submit: 'Save changes',
  busy: 'Saving',
  note: 'Shows on their page at once. Email and mobile number are never shown.',
  failed: 'Not saved. Please try again.',
  isDraftKept: false,
  hasContact: true,
  isByShop: true,
}
const editingSample: FormUse = { ...editing, note: 'Shows on their page at once.', hasContact: false }

export default function SellerProducerPage() {
  const answer = useLoaderData<typeof loader>()
  return answer && <EditProducer key={answer.application._id} {...answer} />
}

interface EditProducerProps {
  application: StoredApplication
  papers?: Papers | undefined
  away: HolidayState | typeof UNREAD
}

function EditProducer({ application, papers, away }: EditProducerProps) {
  const { _id, name, isSuspended, isDemo } = application
  const may = useMay()
  return (
    <>
      <BackLink to="/seller/approved-producers" className="mb-2">
        Approved Producers
      </BackLink>
      <SellerHead title={title} text={<Name>{name}</Name>}>
        <TakeOut
          isOut={isSuspended}
          page={producerUrl(_id)}
          out="Suspend"
          back="Take back"
          title={
            <>
              Suspend <Name>{name}</Name>?
            </>
          }
          text="Their page and all their products leave the shop until you take them back. Orders that were placed stay as they are."
          confirm="Suspend producer"
          keep="Keep in the shop"
        />
      </SellerHead>
      <ProducerTabs id={_id} />
      {isSuspended && (
        <Notice tone="wait" className="mb-5">
          This producer is suspended: their page and products are not in the shop. Take them back, and all is as it was.
        </Notice>
      )}
      {isDemo && (
        <Notice tone="info" className="mb-5">
          This is a sample producer of the demo, and goes when the demo ends. Nobody is behind it: it has no email
          address, no mobile number, and gets no mail.
        </Notice>
      )}
      <Panel className="max-w-184 p-5 nav:p-6">
        <ApplicationForm start={typedOf(application)} use={isDemo ? editingSample : editing} />
      </Panel>
      {papers && !isDemo && <PapersForm key={`papers ${JSON.stringify(papers)}`} start={papers} />}
      {away !== UNREAD && <HolidayForm key={`holiday ${JSON.stringify(away.holiday)}`} {...away} />}
      <SendsFromForm key={`sender ${JSON.stringify(application.sendsFrom)}`} start={application.sendsFrom} />
      <LedgerConsentForm key={`consent ${application.ledgerConsent}`} start={application.ledgerConsent} />
      <TrustForm key={`trust ${application.isTrusted} ${application.language}`} start={application} />
      {may('money') && (
        <RecordPart
          id="paid-title"
          title="Where they are paid"
          text="The bank account or UPI ID to which payouts go. To change it takes your password, and the producer gets a mail."
        >
          <Link to={`/seller/payouts/account/${encodeURIComponent(_id)}`} className="link touch">
            Account for payouts
          </Link>
        </RecordPart>
      )}
    </>
  )
}

export const ErrorBoundary = () => <SellerFailed title={title} what="this producer" />
