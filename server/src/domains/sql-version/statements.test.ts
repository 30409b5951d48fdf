import { expect, test } from 'vitest'
import { ScriptProblem, statementsOf } from './statements.ts'

const texts = (script: string) => statementsOf(script).map(({ text }) => text)

test('a semicolon ends a statement unless it stands in a text, a name, a comment or a function body', () => {
  const script = `-- 先; 注释
update a set b = 'x;''y' where "c;d" = E'\\';' ; /* 外 ; /* 内 ; */ ; */
create function f() returns int language plpgsql as $䶮$ begin perform 1; return $$;$$; end $䶮$;
select a$1 from t`
  expect(texts(script)).toEqual([
    `update a set b = 'x;''y' where "c;d" = E'\\';'`,
    'create function f() returns int language plpgsql as $䶮$ begin perform 1; return $$;$$; end $䶮$',
    'select a$1 from t',
  ])
  expect(statementsOf(script).map(({ line }) => line)).toEqual([2, 3, 4])
})

test.each([
  ["select 'open", '第 1 行的引号或注释没有结束'],
  ['select 1;\nselect $$ x', '第 2 行的引号或注释没有结束'],
  ['/* never', '第 1 行的引号或注释没有结束'],
  [' ;; -- nothing', '脚本里没有语句'],
  ['select 1;\n/* now */ COMMIT', '第 2 行的 COMMIT 不能使用'],
  ['begin; select 1', 'BEGIN 不能使用'],
  ['set statement_timeout = 0', 'SET 不能使用'],
  ['copy t from program $$x$$', 'COPY 不能使用'],
  ['create index concurrently i on t (a)', 'CREATE INDEX CONCURRENTLY 不能使用'],
  ['vacuum full', 'VACUUM 不能使用'],
  ['create function f() returns int begin atomic select 1; end', '函数体请用 $$ 括起来'],
])('%s: %s', (script, problem) => {
  expect(() => statementsOf(script)).toThrow(ScriptProblem)
  expect(() => statementsOf(script)).toThrow(problem)
})

test('words that only begin like a forbidden one are no such word', () => {
  expect(texts('update settings set a = 1; delete from copy_of_t; select set_b()')).toHaveLength(3)
})
