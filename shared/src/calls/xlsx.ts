/** What a call answers that answers a workbook. */
export const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
