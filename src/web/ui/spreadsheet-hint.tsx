interface SpreadsheetHintProps {
  /** There is no Excel file beside the CSV. */
  isCsvAlone?: boolean
  className?: string
}

export const SpreadsheetHint = ({ isCsvAlone = false, className = '' }: SpreadsheetHintProps) => (
  <p className={`text-ink-soft text-sm ${className}`}>
    {isCsvAlone
      ? 'In LibreOffice tick “Quoted field as text” to keep a CSV as it is.'
      : 'The Excel file keeps numbers such as SKUs and accounts as they are. In a CSV a spreadsheet may change them: in LibreOffice tick “Quoted field as text”.'}
  </p>
)
