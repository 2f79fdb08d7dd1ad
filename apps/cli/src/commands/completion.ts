/** `acacia completion`: scripts for shells, which ask the program itself for the words that can follow. */
import { Argument, Command, type Option } from 'commander';
import type { Terminal } from '../terminal.ts';

/** The hidden command that the scripts call with the words of the line, the last one unfinished. */
const COMPLETE = 'complete-words';

const SCRIPTS = {
  bash: `_acacia() {
  local IFS=$'\\n'
  COMPREPLY=($(acacia ${COMPLETE} -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _acacia acacia
`,
  zsh: `#compdef acacia
_acacia() {
  local -a found
  found=("\${(@f)$(acacia ${COMPLETE} -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  compadd -a found || _files
}
compdef _acacia acacia
`,
  fish: `complete -c acacia -f -a '(acacia ${COMPLETE} -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'
`,
} as const;

const isHidden = (name: string): boolean => name === COMPLETE;

/** The command that words lead to, options and their values left out. */
function reached(root: Command, words: readonly string[]): Command {
  let at = root;
  for (const word of words) at = at.commands.find((each) => each.name() === word) ?? at;
  return at;
}

function optionsOf(command: Command): readonly Option[] {
  return [...command.options, ...(command.parent === null ? [] : optionsOf(command.parent))];
}

/** Words that can stand in place of the last one. */
function candidates(root: Command, words: readonly string[]): string[] {
  const before = words.slice(0, -1);
  const last = words.at(-1) ?? '';
  const command = reached(root, before);
  const options = optionsOf(command);
  const open = options.find(({ long }) => long === before.at(-1));
  const values =
    open?.argChoices ??
    (open !== undefined && open.long !== null && open.optional ? ['true', 'false'] : undefined);
  if (open?.required === true && values === undefined) return [];
  const names = command.commands.map((each) => each.name()).filter((name) => !isHidden(name));
  const flags = options.flatMap(({ long }) => long ?? []);
  const all = values ?? (last.startsWith('-') ? flags : names);
  return all.filter((word) => word.startsWith(last)).toSorted();
}

export function completionCommand(terminal: Terminal): Command {
  const shells = Object.keys(SCRIPTS) as (keyof typeof SCRIPTS)[];
  return new Command('completion')
    .description('Print a script that completes commands: source <(acacia completion bash)')
    .addArgument(new Argument('<shell>').choices(shells))
    .action((shell: keyof typeof SCRIPTS) => terminal.out(SCRIPTS[shell]));
}

/** @param root the program with the commands that the words need */
export function completeCommand(terminal: Terminal, root: Command): Command {
  return new Command(COMPLETE).argument('[words...]').action((words: readonly string[]) => {
    const found = candidates(root, words);
    if (found.length > 0) terminal.out(`${found.join('\n')}\n`);
  });
}
