export { buildConsole } from '../../tools/built-console.ts'
