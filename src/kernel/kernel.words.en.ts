const MEGABYTE = 1024 * 1024

/** What the shop says of requests and files before a feature sees them. */
export const kernelEn = {
  INTERNAL: 'Something broke on our side. Please try again',
  BAD_REQUEST: 'That request could not be understood',
  CHECK_FIELD: ({ where }: { where: string }) => `Please check ${where}`,
  CHECK_BODY: 'Please check what you sent',
  KEY_NOT_VALID:
    'This API key does not work: it is mistyped, has ended or is paused. Make another one at “Connections”',
  NOT_FOR_KEYS: 'No API key may do this: a person must log in for it',
  CURSOR_NOT_VALID: 'This cursor is of before a backup was restored. Begin again with an empty `since`',
  STORAGE_AWAY: 'Pictures cannot be stored or read just now. Please try again in a moment',
  THIS_PICTURE: 'This picture',

  FORM_WANTED: 'Please send the file as multipart/form-data',
  JSON_MISSING: 'Please send a JSON body',
  NO_JSON: 'That is not valid JSON',
  JSON_NOT_UTF8: 'Please send JSON in UTF-8',
  BODY_NOT_UTF8: 'That is not valid UTF-8',
  FIELD_WANTED: ({ name }: { name: string }) => `Send ${name} as JSON`,
  FIELD_NO_JSON: ({ name }: { name: string }) => `${name} is not valid JSON`,
  FILES_WANTED: ({ name }: { name: string }) => `Send the files as \`${name}\``,
  FORM_WANTED_HERE: 'Please send a form',
  PAGE_FORM_CUT: 'That form did not arrive whole',
  FORM_CUT: 'The form did not arrive whole. Please send it again',
  TEXT_NOT_KEPT: 'That text has characters we cannot store',
  NESTED_TOO_DEEPLY: 'That is nested too deeply',
  FIELD_NOT_TAKEN: 'That has a field we do not take',
  HTTP_VERSION: 'Please use HTTP/1.1',
  CHUNKS_VERSION: 'Please use HTTP/1.1 for a body in chunks',
  TWO_HOSTS: 'There is more than one Host header',
  NO_HOST: 'The Host header is missing',
  HOST_NO_NAME: 'The Host header is not the name of a host',
  ADDRESS_WITH_PASSWORD: 'An address must not hold a name and password',

  TABLE_MISSING: 'Choose a CSV or .xlsx file',
  FILE_EMPTY: 'This file is empty',
  FILE_WITH_PASSWORD: 'This file has a password. Save it without one',
  OLD_SPREADSHEET:
    'This is a spreadsheet of an older kind (.xls). Save it as .xlsx, or as “CSV UTF-8”, and choose that file',
  FILE_IS_UTF16:
    'This file is in UTF-16 (“Unicode text”), not in UTF-8. Save or download it as “CSV UTF-8” and choose that file',
  FILE_NOT_UTF8:
    'This file is in an older encoding, not in UTF-8. Save or download it as “CSV UTF-8” and choose that file',
  TOO_MANY_COLUMNS: ({ most }: { most: number }) => `There are more than ${most} columns here. Is this the right file?`,
  ROW_TOO_LONG: 'This row is longer than any can be: look for a quote that is missing',
  ROW_NO_CSV: 'This row is not valid CSV: look for a quote that is missing or too much',
  SEVERAL_SHEETS: ({ names }: { names: readonly string[] }) =>
    `This file has several sheets: ${names.map((name) => `“${name}”`).join(', ')}. Say which one to read`,
  SHEET_DAMAGED:
    'This is a spreadsheet that cannot be read. Save it again as .xlsx, or as “CSV UTF-8”, and choose that file',
  SHEET_IS_ODS: 'This is an .ods file. Save it as .xlsx, or as “CSV UTF-8”, and choose that file',
  SHEET_HAS_MACROS: 'This file has macros, which we do not run. Save it as .xlsx without macros',
  SHEET_IS_LINKED:
    'This file is linked to other files or addresses, which we do not open. Copy its cells, paste them as values into a new file, and save that',
  SHEET_TAKES_TOO_LONG:
    'This file takes too long to read. Delete what stands below and beside the table, or save it as “CSV UTF-8”',
  SHEET_TOO_LARGE: ({ most }: { most: number }) =>
    `Unpacked, this file has more than ${most / MEGABYTE} MB. Delete what stands below and beside the table`,
  SHEET_HAS_TOO_MANY_PARTS: ({ most }: { most: number }) => `This file has more than ${most} parts inside`,
  SHEET_HAS_TOO_MANY_ROWS: ({ most }: { most: number }) =>
    `This sheet has more than ${most.toLocaleString('en-IN')} rows. Delete the empty rows below the table and save it again`,
  SHEET_FILLED_FAR_BELOW: ({ last }: { last: number }) =>
    `Something stands below row ${last.toLocaleString('en-IN')} of this sheet. Delete it and save the file again`,
  SHEET_TEXTS_TOO_LONG: 'The texts in this file are longer than we can take in',
  CELL_HOLDS_FORMULA: ({ cell }: { cell: string }) =>
    `Cell ${cell} holds a formula, which we do not compute. Copy the cells, paste them as values, and save the file again`,
  CELL_TOO_LONG: ({ cell }: { cell: string }) => `Cell ${cell} is longer than any can be`,
}
