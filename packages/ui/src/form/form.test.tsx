import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderUi, userEvent } from '../testing.tsx';
import { CronFields, type Cron } from './CronFields.tsx';
import { Form } from './Form.tsx';
import { Section, Sections, SettingRow } from './Sections.tsx';
import { TagsField } from './TagsField.tsx';
import { TextFileField } from './TextFileField.tsx';
import { ThresholdSlider } from './ThresholdSlider.tsx';

afterEach(() => vi.restoreAllMocks());

describe('a form', () => {
  /** Refuses at once what is empty, and `taken` when the server has answered. */
  function Names() {
    const [values, setValues] = useState({ first: '', second: '' });
    const [wrong, setWrong] = useState<readonly string[]>([]);
    const submit = () => {
      const empty = Object.entries(values).flatMap(([name, value]) => (value === '' ? [name] : []));
      setWrong(empty);
      if (values.second === 'taken') void Promise.resolve().then(() => setWrong(['second']));
    };
    return (
      <Form onSubmit={submit}>
        {(['first', 'second'] as const).map((name) => (
          <input
            key={name}
            aria-label={name}
            aria-invalid={wrong.includes(name)}
            value={values[name]}
            onChange={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
          />
        ))}
        <button type="submit">Create</button>
      </Form>
    );
  }
  const field = (name: string) => screen.getByRole('textbox', { name });

  it('leads to its first wrong field, again and again, and to what the server refuses', async () => {
    renderUi(<Names />);
    const create = screen.getByRole('button', { name: 'Create' });
    for (let i = 0; i < 2; i += 1) {
      await userEvent.click(create);
      expect(document.activeElement).toBe(field('first'));
    }
    await userEvent.type(field('first'), 'a');
    await userEvent.click(create);
    expect(document.activeElement).toBe(field('second'));
    await userEvent.type(field('second'), 'taken');
    await userEvent.click(create);
    await waitFor(() => expect(document.activeElement).toBe(field('second')));
  });
});

describe('sections', () => {
  it('open and close by their heads, and keep what was typed', async () => {
    renderUi(
      <Sections open={['suspend']}>
        <Section id="suspend" title="Auto Suspend" status="after 10 minutes">
          <input aria-label="Minutes" />
        </Section>
        <Section id="size" title="Workspace Size">
          Sizes
        </Section>
      </Sections>,
    );
    const suspend = screen.getByRole('button', { name: 'Auto Suspend after 10 minutes' });
    expect(suspend.getAttribute('aria-expanded')).toBe('true');
    expect(screen.getByRole('heading', { name: /Workspace Size/, level: 3 })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Workspace Size' }).getAttribute('aria-expanded')).toBe(
      'false',
    );
    await userEvent.type(screen.getByRole('textbox', { name: 'Minutes' }), '30');
    await userEvent.click(suspend);
    expect(suspend.getAttribute('aria-expanded')).toBe('false');
    await userEvent.click(suspend);
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Minutes' }).value).toBe('30');
  });

  it('have rows whose label and description belong to the field', () => {
    renderUi(
      <SettingRow label="Query timeout" description="In seconds">
        {(control) => <input {...control} />}
      </SettingRow>,
    );
    const field = screen.getByRole('textbox', { name: 'Query timeout' });
    const about = document.getElementById(field.getAttribute('aria-describedby') ?? '');
    expect(about?.textContent).toBe('In seconds');
  });
});

describe('TagsField', () => {
  function Recipients({ start = [] }: { readonly start?: readonly string[] }) {
    const [value, setValue] = useState(start);
    return (
      <>
        <output>{value.join('|')}</output>
        <TagsField
          label="Recipients"
          value={value}
          onChange={setValue}
          problem={(tag) => (tag.includes('@') ? null : 'Please enter a valid email address')}
          error={value.length === 0 ? 'required' : undefined}
        />
      </>
    );
  }
  const held = (): string | null | undefined => document.querySelector('output')?.textContent;
  const field = (): HTMLElement => screen.getByRole('textbox', { name: 'Recipients' });

  it('takes a text at Enter, at a comma, and when it is left', async () => {
    renderUi(<Recipients />);
    expect(screen.getByText('required')).toBeTruthy();
    await userEvent.type(field(), 'a@x{Enter}b@x,c@x');
    await userEvent.tab();
    expect(held()).toBe('a@x|b@x|c@x');
  });

  it('takes a pasted list apart, lines as well', async () => {
    renderUi(<Recipients />);
    await userEvent.click(field());
    await userEvent.paste('a@x\nb@x; c@x\n');
    expect(held()).toBe('a@x|b@x|c@x');
    await userEvent.paste('d@x');
    expect(held()).toBe('a@x|b@x|c@x');
    expect(screen.getByDisplayValue('d@x')).toBe(field());
  });

  it('takes a text once, and gives the last back at Backspace', async () => {
    renderUi(<Recipients start={['a@x', 'b@x']} />);
    await userEvent.type(field(), 'a@x;');
    expect(held()).toBe('a@x|b@x');
    await userEvent.type(field(), '{Backspace}');
    expect(held()).toBe('a@x');
  });

  it('says what is wrong with each, and lets it be removed by its name', async () => {
    renderUi(<Recipients start={['a@x', 'nobody', 'who']} />);
    expect(screen.getByText('nobody: Please enter a valid email address')).toBeTruthy();
    expect(screen.getByText('who: Please enter a valid email address')).toBeTruthy();
    expect(field().getAttribute('aria-invalid')).toBe('true');
    await userEvent.click(screen.getByRole('button', { name: 'Remove nobody' }));
    expect(held()).toBe('a@x|who');
  });
});

describe('ThresholdSlider', () => {
  function Threshold() {
    const [value, setValue] = useState<number | null>(80);
    return (
      <ThresholdSlider
        label="CPU threshold"
        value={value}
        onChange={setValue}
        min={1}
        error={value === null || value <= 0 || value > 100 ? 'invalid value' : undefined}
      />
    );
  }
  const field = (): HTMLInputElement => screen.getByRole('textbox', { name: 'CPU threshold' });
  const slider = (): HTMLElement => screen.getByRole('slider', { name: 'CPU threshold, slider' });

  it('moves the slider by the field and the field by the slider', async () => {
    renderUi(<Threshold />);
    expect(slider().getAttribute('aria-valuenow')).toBe('80');
    await userEvent.clear(field());
    await userEvent.type(field(), '42');
    expect(slider().getAttribute('aria-valuenow')).toBe('42');
    slider().focus();
    await userEvent.keyboard('{ArrowRight}');
    expect(field().value).toBe('43%');
  });

  it('takes what is not allowed, so that it can be said', async () => {
    renderUi(<Threshold />);
    await userEvent.clear(field());
    expect(screen.getByText('invalid value')).toBeTruthy();
    await userEvent.type(field(), '150');
    expect(field().value).toBe('150%');
    expect(screen.getByText('invalid value')).toBeTruthy();
    expect(slider().getAttribute('aria-valuenow')).toBe('100');
  });
});

describe('CronFields', () => {
  it('change one field, show its problem, and what the fields mean', async () => {
    const onChange = vi.fn<(value: Cron) => void>();
    renderUi(
      <CronFields
        value={{ hour: '', dayOfMonth: '*', month: '*', dayOfWeek: 'Foo' }}
        onChange={onChange}
        errors={{ dayOfWeek: 'must be 0-6, Mon-Sun or *' }}
        sentence="Every day at 03:00 UTC"
        nextRuns={['2026-11-22T03:00:00Z']}
      />,
    );
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Minute' }).disabled).toBe(true);
    await userEvent.type(screen.getByRole('textbox', { name: 'Hour' }), '3');
    expect(onChange).toHaveBeenCalledWith({ hour: '3', dayOfMonth: '*', month: '*', dayOfWeek: 'Foo' });
    expect(screen.getByRole('textbox', { name: 'Day of week' }).getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText('must be 0-6, Mon-Sun or *')).toBeTruthy();
    const meaning = within(screen.getByRole('status'));
    expect(meaning.getByText('Every day at 03:00 UTC')).toBeTruthy();
    expect(meaning.getByText('Sun, 22 Nov 2026, 03:00 UTC')).toBeTruthy();
  });
});

describe('TextFileField', () => {
  function Udf({ reason }: { readonly reason?: string }) {
    const [value, setValue] = useState('one\ntwo\n');
    return (
      <TextFileField
        name="ExprFunctions.hpp"
        value={value}
        onChange={setValue}
        maxBytes={20}
        disabledReason={reason}
      />
    );
  }
  const area = (): HTMLTextAreaElement => screen.getByRole('textbox', { name: 'ExprFunctions.hpp' });
  const upload = (content: BlobPart): Promise<void> => {
    const input = document.querySelector('input[type=file]');
    if (input === null) throw new Error('no field for files');
    return userEvent.upload(input, new File([content], 'mine.hpp'));
  };

  it('counts its lines, and takes what is typed', async () => {
    renderUi(<Udf />);
    expect(screen.getByText('3 lines')).toBeTruthy();
    await userEvent.type(area(), 'three{Enter}');
    expect(area().value).toBe('one\ntwo\nthree\n');
    expect(screen.getByText('4 lines')).toBeTruthy();
  });

  it('takes a file, and refuses one that is too large or no text', async () => {
    renderUi(<Udf />);
    await upload('from a file');
    await waitFor(() => expect(area().value).toBe('from a file'));
    await upload('x'.repeat(2000));
    expect(await screen.findByText('mine.hpp has 2 KB; at most <1KB are taken.')).toBeTruthy();
    await upload(new Uint8Array([0xff, 0xfe, 0x00]));
    expect(await screen.findByText('mine.hpp is not a text in UTF-8.')).toBeTruthy();
    expect(area().value).toBe('from a file');
    expect(area().getAttribute('aria-invalid')).toBe('true');
  });

  it('says why it cannot be changed', async () => {
    renderUi(<Udf reason="The workspace is not active." />);
    expect(area().readOnly).toBe(true);
    expect(screen.getByText('The workspace is not active.')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Upload' }).disabled).toBe(true);
  });

  it('gives the text as a file', async () => {
    let name = '';
    vi.stubGlobal('URL', { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      name = this.download;
    });
    renderUi(<Udf />);
    await userEvent.click(screen.getByRole('button', { name: 'Download' }));
    vi.unstubAllGlobals();
    expect(name).toBe('ExprFunctions.hpp');
  });
});
