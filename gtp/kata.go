package gtp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"example.com/gogate"
)

// A kataRules is the JSON of kata-get-rules and kata-set-rules, as KataGo's
// docs/GTP_Extensions.md describes it. A gogate.Rules can express only rules with area
// scoring, without a tax, a button or points for handicap stones. All stones count as
// they stand, so a pass before dead stones are captured is not "ok".
type kataRules struct {
	Ko                 string `json:"ko"`
	Scoring            string `json:"scoring"`
	Tax                string `json:"tax"`
	Suicide            bool   `json:"suicide"`
	HasButton          bool   `json:"hasButton"`
	WhiteHandicapBonus string `json:"whiteHandicapBonus"`
	FriendlyPassOk     bool   `json:"friendlyPassOk"`
}

// kataKo has KataGo's names of the ko rules.
var kataKo = []string{
	gogate.PositionalSuperko:  "POSITIONAL",
	gogate.SituationalSuperko: "SITUATIONAL",
	gogate.SimpleKo:           "SIMPLE",
}

// tromp is the rules that KataGo calls tromp-taylor, the only named ones there that a
// gogate.Rules can express. JSON changes some of them.
var tromp = kataRules{Ko: "POSITIONAL", Scoring: "AREA", Tax: "NONE", Suicide: true, WhiteHandicapBonus: "0"}

const trompName = "tromp-taylor"

func (s *session) getRules(context.Context, []string) (string, error) {
	k := tromp
	k.Ko, k.Suicide = kataKo[s.rules.Ko], s.rules.Suicide
	text, err := json.Marshal(k)
	return string(text), err
}

// setRules sets the ko rule and suicide. The game so far must be legal under them.
func (s *session) setRules(_ context.Context, args []string) (string, error) {
	k, err := readKata(strings.Join(args, " "))
	if err != nil {
		return "", err
	}
	rules := s.rules
	rules.Ko, rules.Suicide = gogate.KoRule(slices.Index(kataKo, k.Ko)), k.Suicide
	if err := s.change(rules); err != nil {
		return "", err
	}
	s.record.RuleText = "" // it described other rules
	return "", nil
}

// readKata reads rules that a gogate.Rules can express.
func readKata(text string) (kataRules, error) {
	k := tromp
	if strings.EqualFold(text, trompName) {
		return k, nil
	}
	if !strings.HasPrefix(text, "{") {
		return k, fmt.Errorf("rules %.40q: must be %s, or JSON as kata-get-rules gives it", text, trompName)
	}
	in := json.NewDecoder(strings.NewReader(text))
	in.DisallowUnknownFields()
	if err := in.Decode(&k); err != nil {
		return k, fmt.Errorf("rules: %w", err)
	}
	if _, err := in.Token(); err != io.EOF {
		return k, errors.New("rules: nothing may follow the JSON")
	}
	wrong := func(key string, got, want any) error {
		return fmt.Errorf("rules with %s %v: must be %v", key, got, want)
	}
	switch {
	case !slices.Contains(kataKo, k.Ko):
		return k, wrong("ko", k.Ko, "POSITIONAL, SITUATIONAL or SIMPLE")
	case k.Scoring != tromp.Scoring:
		return k, wrong("scoring", k.Scoring, tromp.Scoring)
	case k.Tax != tromp.Tax:
		return k, wrong("tax", k.Tax, tromp.Tax)
	case k.HasButton:
		return k, wrong("hasButton", true, false)
	case k.WhiteHandicapBonus != tromp.WhiteHandicapBonus:
		return k, wrong("whiteHandicapBonus", k.WhiteHandicapBonus, tromp.WhiteHandicapBonus)
	case k.FriendlyPassOk:
		return k, wrong("friendlyPassOk", true, false)
	}
	return k, nil
}
