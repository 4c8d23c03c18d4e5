import { Link } from 'react-router'
import { formatMoment } from '#shared/day.ts'
import { formatRupees } from '#shared/money.ts'
import { Panel } from '#web/ui/panel.tsx'
import { SellerTable } from '#web/ui/seller-list.tsx'
import type { BookedFile } from '../courier-file.contract.ts'
import { fileKindNames } from '../courier-file.kinds.ts'

const columns = { File: 'text-left', What: 'text-left', Booked: 'text-right', When: 'text-left', Who: 'text-left' }
const cell = 'nav:border-line nav:border-b nav:px-4 nav:py-3 nav:align-top'

export function BookedFiles({ files }: { files: readonly BookedFile[] }) {
  if (files.length === 0) return null
  return (
    <Panel aria-labelledby="booked-files" className="mt-5">
      <h2 id="booked-files" className="heading-plain border-line border-b px-4 py-3 text-lg">
        Booked lately
      </h2>
      <SellerTable from="nav" columns={columns}>
        {files.map((file) => (
          <tr key={file._id} className="grid gap-0.5 border-line border-b px-4 py-3 nav:table-row nav:border-0">
            <td className={cell}>
              <Link to={`/seller/courier-file?file=${file._id}`} className="link wrap-anywhere font-semibold">
                <bdi>{file.name}</bdi>
              </Link>
            </td>
            <td className={cell}>
              {fileKindNames[file.kind]}
              {file.courier && (
                <>
                  , <bdi>{file.courier}</bdi>
                </>
              )}
            </td>
            <td className={`${cell} figures nav:text-right`}>
              <span>
                {`${file.state === 'booking' ? 'Under way, ' : ''}${file.bookedLines.toLocaleString('en-IN')} of ${file.lines.toLocaleString('en-IN')} lines`}
              </span>
              {file.kind === 'cash' && <span className="nav:block"> {formatRupees(file.bookedAmount)}</span>}
            </td>
            <td className={`${cell} figures text-ink-soft text-sm`}>{file.bookedAt && <When at={file.bookedAt} />}</td>
            <td className={`${cell} wrap-anywhere text-ink-soft text-sm`}>
              <bdi>{file.bookedBy}</bdi>
            </td>
          </tr>
        ))}
      </SellerTable>
    </Panel>
  )
}

function When({ at }: { at: Date }) {
  const { day, time } = formatMoment(at)
  return (
    <time dateTime={at.toISOString()}>
      {day}, {time}
    </time>
  )
}
