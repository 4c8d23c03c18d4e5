import { type KeyboardEvent, type ReactNode, type Ref, useId } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { formatDay } from '#shared/day.ts'
import { useSend } from '#web/hooks/use-send.ts'
import { AskFirst } from '#web/ui/ask-first.tsx'
import { BackLink } from '#web/ui/back-link.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { DemoMark } from '#web/ui/demo-mark.tsx'
import { TextAreaField } from '#web/ui/field.tsx'
import { HiddenFields } from '#web/ui/hidden-fields.tsx'
import { Name } from '#web/ui/name.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { SendFailed } from '#web/ui/send-failed.tsx'
import type { StoredApplication } from '../producers.contract.ts'
import { MAX_ANSWER_LENGTH } from '../producers.rules.ts'
import { Cover, Portrait } from './producer-pictures.tsx'
import { placeOf } from './shown-producer.ts'
import { Specialties } from './specialties.tsx'

const decisions = ['rejected', 'approved'] as const

const statusPill = {
  pending: <Pill tone="wait">Pending</Pill>,
  approved: <Pill tone="ok">Approved</Pill>,
  rejected: <Pill tone="no">Rejected</Pill>,
}

interface ApplicationPanelProps {
  application: StoredApplication
  heading: Ref<HTMLHeadingElement>
  /** The link to the list, on narrow screens. */
  back: string
  /** Opened after this one is decided. */
  next: string | undefined
  className?: string
}

/** One application, with the decision while pending and a link to edit an approved one. */
export function ApplicationPanel({ application, heading, back, next, className = '' }: ApplicationPanelProps) {
  const title = useId()
  const isPending = application.status === 'pending'
  // A approves while the panel has the focus, not a field or dialog.
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (!isPending || event.key.toLowerCase() !== 'a' || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.target instanceof Element && event.target.closest('dialog')) return
    event.preventDefault()
    event.currentTarget.querySelector<HTMLButtonElement>('button[value=approved]')?.click()
  }
  return (
    <>
      <BackLink to={back} className={`lg:hidden ${className}`}>
        Back to the list
      </BackLink>
      <article
        aria-labelledby={title}
        onKeyDown={onKeyDown}
        className={`rounded-sm border border-line bg-paper ${className}`}
      >
        <Cover
          producer={application}
          lazy
          sizes="(min-width: 1088px) 60vw, 100vw"
          className="aspect-2/1 md:aspect-(--aspect-application)"
        />
        <div className="p-5 nav:p-6">
          <div className="relative -mt-17 flex flex-wrap items-end gap-5 nav:-mt-18">
            <Portrait producer={application} lazy className="size-24 border-4 border-white" />
            <h2 ref={heading} id={title} tabIndex={-1} className="wrap-anywhere min-w-56 flex-1 text-2xl">
              <Name>{application.name}</Name>
            </h2>
            <DemoMark of={application} />
            {application.isSuspended ? <Pill tone="no">Suspended</Pill> : statusPill[application.status]}
          </div>
          <dl className="my-5 grid max-w-184 grid-cols-facts gap-x-6 gap-y-4">
            <Fact name="Location">
              <bdi>{placeOf(application)}</bdi>
            </Fact>
            <Fact name="Years in business">
              {application.isAdded && application.yearsInBusiness === 0 ? 'Not known' : application.yearsInBusiness}
            </Fact>
            {application.isDemo || <Applicant application={application} />}
          </dl>
          {application.specialties.length > 0 && <p className="mb-1 text-ink-mute text-xs">Specialties</p>}
          <Specialties list={application.specialties} />
          {application.answer && (
            <>
              <h3 className="heading-plain mt-6 mb-1.5 text-lg leading-tight">What they were told</h3>
              <p className="wrap-anywhere max-w-prose">{application.answer}</p>
            </>
          )}
          {application.story && (
            <>
              <h3 className="heading-plain mt-6 mb-1.5 text-lg leading-tight">Their story</h3>
              <p className="wrap-anywhere max-w-prose whitespace-pre-line">{application.story}</p>
            </>
          )}
        </div>
        {isPending && <Decide application={application} next={next} />}
        {application.status === 'approved' && (
          <Bar>
            <ButtonLink to={`/seller/producers/${application._id}`} variant="line">
              Edit or suspend
            </ButtonLink>
          </Bar>
        )}
      </article>
    </>
  )
}

const Applicant = ({ application }: { application: StoredApplication }) => (
  <>
    <Fact name="Email">
      {application.email === '' ? (
        'None'
      ) : (
        <a href={`mailto:${application.email}`} className="link">
          {application.email}
        </a>
      )}
    </Fact>
    <Fact name="Mobile number">
      {application.mobileNumber === '' ? (
        'None'
      ) : (
        <a href={`tel:${application.mobileNumber}`} className="link">
          {application.mobileNumber}
        </a>
      )}
    </Fact>
    <Fact name={application.isAdded ? 'Added on' : 'Applied on'}>{formatDay(application.createdAt)}</Fact>
    {!application.isAdded && application.decidedAt && <Fact name="Decided on">{formatDay(application.decidedAt)}</Fact>}
  </>
)

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-ink-mute text-xs">{name}</dt>
      <dd className="wrap-anywhere leading-hint">{children}</dd>
    </div>
  )
}

const words = {
  approved: {
    verb: 'Approve',
    text: 'They are told by email and their page goes live.',
    confirm: 'Approve application',
    look: 'primary',
  },
  rejected: {
    verb: 'Reject',
    text: 'They are told by email and move to Rejected. This cannot be undone here.',
    confirm: 'Reject application',
    look: 'danger',
  },
} as const

interface DecideProps {
  application: StoredApplication
  next: string | undefined
}

/** Asks once; before JavaScript the page itself asks (`?decide=`). */
function Decide({ application: { _id, name }, next = '' }: DecideProps) {
  const { pathname, search } = useLocation()
  const [searchParams] = useSearchParams()
  const deciding = useSend()
  const asked = decisions.find((one) => one === searchParams.get('decide'))
  return (
    <Bar>
      <SendFailed failed={deciding.failed} className="basis-full" />
      {decisions.map((decision) => {
        const { verb, text, confirm, look } = words[decision]
        if (asked && asked !== decision) return null
        return (
          <AskFirst
            key={decision}
            send={deciding}
            page={pathname + search}
            ask={{ name: 'decide', value: decision, isAsked: asked === decision, keepsAt: `?id=${_id}` }}
            fields={{ intent: decision, id: _id, next }}
            title={
              <>
                {verb} <Name>{name}</Name>?
              </>
            }
            text={text}
            choices={
              decision === 'rejected' && (
                <TextAreaField
                  name="message"
                  label="What they are told"
                  hint="A sentence or two for their mail: why not, and what would help."
                  optional
                  rows={3}
                  maxLength={MAX_ANSWER_LENGTH}
                  className="my-4"
                />
              )
            }
            confirm={confirm}
            keep="Keep pending"
            danger={look === 'danger'}
            className="max-md:flex-1"
          >
            {(button) => (
              <>
                <HiddenFields values={{ id: _id }} />
                <Button {...button} variant={look} block>
                  {verb}
                </Button>
              </>
            )}
          </AskFirst>
        )
      })}
    </Bar>
  )
}

const Bar = ({ children }: { children: ReactNode }) => (
  <div className="sticky bottom-0 flex flex-wrap items-center justify-end gap-3 border-line border-t bg-paper px-5 py-3.5">
    {children}
  </div>
)
