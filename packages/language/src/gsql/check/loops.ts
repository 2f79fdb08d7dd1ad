/** Checks that BREAK and CONTINUE are within a loop. */
import { finding } from '../diagnostics/catalogue.ts';
import type { Context } from './context.ts';
import type { BodyStatement, DmlStatement, SelectExpr } from '../ast.ts';

type Statement = BodyStatement | DmlStatement;

function checkClauses(ctx: Context, { accum, postAccum }: SelectExpr, looped: boolean): void {
  checkLoops(ctx, accum, false, looped);
  for (const { body } of postAccum) checkLoops(ctx, body, false, looped);
}

/**
 * `looped`: whether a loop surrounds the statements; the statements of a clause are in no loop of the body. `broken`:
 * whether BREAK is allowed there: TigerGraph's algorithm library has it in the POST-ACCUM of a SELECT within a WHILE
 * (tg_astar).
 */
export function checkLoops(
  ctx: Context,
  statements: readonly Statement[],
  looped = false,
  broken = looped,
): void {
  for (const statement of statements) {
    switch (statement.kind) {
      case 'break':
      case 'continue':
        if (statement.kind === 'break' ? !broken : !looped) {
          const word = statement.kind.toUpperCase();
          ctx.error(finding('wordOutsideLoop', { word }), statement.span);
        }
        break;
      case 'while':
      case 'foreach':
        checkLoops(ctx, statement.body, true);
        break;
      case 'if':
        for (const { body } of statement.branches) checkLoops(ctx, body, looped, broken);
        checkLoops(ctx, statement.otherwise ?? [], looped, broken);
        break;
      case 'try':
        checkLoops(ctx, statement.body, looped);
        for (const { body } of statement.handlers) checkLoops(ctx, body, looped);
        checkLoops(ctx, statement.otherwise ?? [], looped, broken);
        break;
      case 'update':
        checkLoops(ctx, statement.set);
        break;
      case 'select':
      case 'assignSelect':
        checkClauses(ctx, statement.select, broken);
        break;
      default:
    }
  }
}
