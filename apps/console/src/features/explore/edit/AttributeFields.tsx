/** Fields of the attributes of a vertex or edge. */
import type { WireGraphSchema } from '@acacia/contract';
import { Select, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { isStructured, readValue, typedValue } from './attribute-value.ts';

export type WireAttributes = WireGraphSchema['VertexTypes'][number]['Attributes'];

/** Inputs of attributes, and what is typed into them: the values that were touched. */
export function useAttributeFields(attributes: WireAttributes, values: Readonly<Record<string, unknown>>) {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const set = (name: string, text: string) => {
    setTyped({ ...typed, [name]: text });
    setProblems(Object.fromEntries(Object.entries(problems).filter(([each]) => each !== name)));
  };
  const inputs = attributes.map(({ AttributeName: name, AttributeType: { Name: type } }) => {
    const text = typed[name] ?? typedValue(values[name]);
    const common = { size: 'xs', label: name, error: problems[name] } as const;
    if (type === 'BOOL')
      return (
        <Select
          key={name}
          {...common}
          allowDeselect={false}
          data={['true', 'false']}
          value={text === '' ? null : text}
          onChange={(value) => set(name, value ?? text)}
        />
      );
    const Input = isStructured(type) || text.length > 60 ? Textarea : TextInput;
    return (
      <Input
        key={name}
        {...common}
        description={type}
        spellCheck={false}
        placeholder={type === 'DATETIME' ? 'YYYY-MM-DD HH:MM:SS' : undefined}
        value={text}
        onChange={(event) => set(name, event.currentTarget.value)}
      />
    );
  });
  /** The values that were typed; null where one of them is wrong. */
  const read = (): Readonly<Record<string, unknown>> | null => {
    const wrong: Record<string, string> = {};
    const right: Record<string, unknown> = {};
    for (const { AttributeName: name, AttributeType } of attributes) {
      const text = typed[name];
      if (text === undefined) continue;
      const result = readValue(AttributeType.Name, text);
      if ('problem' in result) wrong[name] = result.problem;
      else right[name] = result.value;
    }
    setProblems(wrong);
    return Object.keys(wrong).length === 0 ? right : null;
  };
  return { inputs, read, clear: () => setTyped({}) };
}
