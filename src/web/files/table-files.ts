export const TABLE_FILES =
  '.csv,.txt,.tsv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Only a CSV can be read from its beginning alone. */
export const isXlsx = (file: File) => /\.xlsx$/i.test(file.name)
